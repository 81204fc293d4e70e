import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { texts } from './root.ts'
import { shell } from './shell.tsx'

/** The account centre: the frame around its rooms. */
export const centre = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  loader: texts('account'),
  component: lazyRouteComponent(() => import('../account/centre/CentreLayout.tsx'), 'CentreLayout'),
})
