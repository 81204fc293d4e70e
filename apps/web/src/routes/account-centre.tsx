import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { centre } from './centre.tsx'

const home = createRoute({
  getParentRoute: () => centre,
  path: '/',
  component: lazyRouteComponent(() => import('../shell-routes.tsx'), 'CentreHomeRoute'),
})

const profile = createRoute({
  getParentRoute: () => centre,
  path: '/profile',
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

export const accountCentre = centre.addChildren([home, profile, appearance, data])
