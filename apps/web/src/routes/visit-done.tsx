import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, texts } from './root.ts'

/** Where the window of a visit to a third party ends. */
export const visitDone = createRoute({
  getParentRoute: () => root,
  path: '/visit-done',
  loader: texts('sudo'),
  component: lazyRouteComponent(
    () => import('../account/sudo/VisitDoneScreen.tsx'),
    'VisitDoneScreen',
  ),
})
