import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { texts } from './root.ts'
import { shell } from './shell.tsx'

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  loader: texts('account', 'security'),
  component: lazyRouteComponent(() => import('../shell-routes.tsx'), 'AccountRoute'),
})

export const accountCentre = [account]
