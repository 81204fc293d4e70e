import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { centre } from './centre.tsx'
import { texts } from './root.ts'
import { securityRooms } from './security-rooms.tsx'

const loadStorage = () => import('../storage-routes.tsx')

const home = createRoute({
  getParentRoute: () => centre,
  path: '/',
  component: lazyRouteComponent(loadStorage, 'CentreHomeRoute'),
})

const profile = createRoute({
  getParentRoute: () => centre,
  path: '/profile',
  // The strength of a password and the codes speak with the words of those screens.
  loader: texts('sudo'),
  component: lazyRouteComponent(
    () => import('../account/profile/ProfileScreen.tsx'),
    'ProfileScreen',
  ),
})

const appearance = createRoute({
  getParentRoute: () => centre,
  path: '/appearance',
  component: lazyRouteComponent(
    () => import('../account/appearance/AppearanceScreen.tsx'),
    'AppearanceScreen',
  ),
})

const data = createRoute({
  getParentRoute: () => centre,
  path: '/data',
  component: lazyRouteComponent(() => import('../account/your-data/DataScreen.tsx'), 'DataScreen'),
})

const deletion = createRoute({
  getParentRoute: () => centre,
  path: '/data/delete',
  // What others would lose speaks with the words of sharing.
  loader: texts('drive-leaving', 'drive-sharing', 'drive-offers', 'drive-tasks'),
  component: lazyRouteComponent(loadStorage, 'DeleteAccountRoute'),
})

export const accountCentre = centre.addChildren([
  home,
  profile,
  ...securityRooms,
  appearance,
  data,
  deletion,
])
