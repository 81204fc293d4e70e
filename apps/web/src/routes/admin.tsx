import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readEventSearch } from '../account/admin/events/event-search.ts'
import { readPeopleSearch } from '../account/admin/people/people-search.ts'
import { texts } from './root.ts'
import { shell } from './shell.tsx'

const load = () => import('../account/admin/screens.ts')

const frame = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  loader: texts('admin', 'security'),
  component: lazyRouteComponent(load, 'AdminLayout'),
})

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(load, 'AdminHome'),
})

const overview = createRoute({
  getParentRoute: () => frame,
  path: '/overview',
  component: lazyRouteComponent(load, 'OverviewScreen'),
})

const people = createRoute({
  getParentRoute: () => frame,
  path: '/people',
  validateSearch: readPeopleSearch,
  component: lazyRouteComponent(load, 'PeopleScreen'),
})

const person = createRoute({
  getParentRoute: () => frame,
  path: '/people/$sub',
  component: lazyRouteComponent(load, 'PersonScreen'),
})

const groups = createRoute({
  getParentRoute: () => frame,
  path: '/groups',
  loader: texts('admin-groups'),
  component: lazyRouteComponent(load, 'GroupsScreen'),
})

const group = createRoute({
  getParentRoute: () => frame,
  path: '/groups/$groupId',
  loader: texts('admin-groups'),
  component: lazyRouteComponent(load, 'GroupScreen'),
})

const drives = createRoute({
  getParentRoute: () => frame,
  path: '/drives',
  loader: texts('admin-drives', 'admin-usage'),
  component: lazyRouteComponent(load, 'DrivesScreen'),
})

const newDrive = createRoute({
  getParentRoute: () => frame,
  path: '/drives/new',
  loader: texts('admin-drives', 'admin-usage'),
  component: lazyRouteComponent(load, 'NewDriveScreen'),
})

const apps = createRoute({
  getParentRoute: () => frame,
  path: '/apps',
  component: lazyRouteComponent(load, 'AppsScreen'),
})

const newApp = createRoute({
  getParentRoute: () => frame,
  path: '/apps/new',
  component: lazyRouteComponent(load, 'NewAppScreen'),
})

const app = createRoute({
  getParentRoute: () => frame,
  path: '/apps/$appId',
  component: lazyRouteComponent(load, 'AppScreen'),
})

const providers = createRoute({
  getParentRoute: () => frame,
  path: '/providers',
  component: lazyRouteComponent(load, 'ProvidersScreen'),
})

const newProvider = createRoute({
  getParentRoute: () => frame,
  path: '/providers/new/$preset',
  component: lazyRouteComponent(load, 'NewProviderScreen'),
})

const provider = createRoute({
  getParentRoute: () => frame,
  path: '/providers/$providerId',
  component: lazyRouteComponent(load, 'ProviderScreen'),
})

const webhooks = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks',
  component: lazyRouteComponent(load, 'WebhooksScreen'),
})

const newWebhook = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/new',
  component: lazyRouteComponent(load, 'NewWebhookScreen'),
})

const webhook = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(load, 'WebhookScreen'),
})

const events = createRoute({
  getParentRoute: () => frame,
  path: '/events',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(load, 'EventsScreen'),
})

const storage = createRoute({
  getParentRoute: () => frame,
  path: '/storage',
  loader: texts('admin-usage'),
  component: lazyRouteComponent(load, 'UsageScreen'),
})

const links = createRoute({
  getParentRoute: () => frame,
  path: '/links',
  loader: texts('admin-links', 'share-roles'),
  component: lazyRouteComponent(load, 'LinksScreen'),
})

const health = createRoute({
  getParentRoute: () => frame,
  path: '/health',
  loader: texts('admin-usage'),
  component: lazyRouteComponent(load, 'HealthScreen'),
})

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  loader: texts('settings'),
  component: lazyRouteComponent(load, 'SettingsScreen'),
})

/** The rooms of administrators. */
export const admin = frame.addChildren([
  home,
  overview,
  people,
  person,
  groups,
  group,
  drives,
  newDrive,
  apps,
  newApp,
  app,
  providers,
  newProvider,
  provider,
  webhooks,
  newWebhook,
  webhook,
  events,
  storage,
  links,
  health,
  settings,
])
