import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, texts } from './root.ts'

/** What is left to say to somebody who has deleted their account. */
export const goodbye = createRoute({
  getParentRoute: () => root,
  path: '/goodbye',
  component: lazyRouteComponent(
    () => import('../account/deletion/GoodbyeScreen.tsx'),
    'GoodbyeScreen',
  ),
})

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
