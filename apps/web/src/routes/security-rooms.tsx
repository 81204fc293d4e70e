import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { centre } from './centre.tsx'
import { texts } from './root.ts'

const security = createRoute({
  getParentRoute: () => centre,
  path: '/security',
  loader: texts('security', 'sign-up', 'sudo'),
  component: lazyRouteComponent(
    () => import('../account/security/SecurityScreen.tsx'),
    'SecurityScreen',
  ),
})

const devices = createRoute({
  getParentRoute: () => centre,
  path: '/devices',
  loader: texts('security'),
  component: lazyRouteComponent(
    () => import('../account/devices/DevicesScreen.tsx'),
    'DevicesScreen',
  ),
})

const apps = createRoute({
  getParentRoute: () => centre,
  path: '/apps',
  loader: texts('security'),
  component: lazyRouteComponent(() => import('../account/apps/AppsScreen.tsx'), 'AppsScreen'),
})

const activity = createRoute({
  getParentRoute: () => centre,
  path: '/activity',
  loader: texts('security'),
  component: lazyRouteComponent(
    () => import('../account/activity/ActivityScreen.tsx'),
    'ActivityScreen',
  ),
})

/** The rooms of the account centre that keep an account safe. */
export const securityRooms = [security, devices, apps, activity]
