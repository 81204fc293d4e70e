import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type {} from './account/hand-over.ts'
import { CrashScreen } from './CrashScreen.tsx'
import { accountCentre } from './routes/account-centre.tsx'
import { admin } from './routes/admin.tsx'
import { beginnings, mergeGuest } from './routes/beginnings.tsx'
import { drive } from './routes/drive.tsx'
import { goodbye, visitDone } from './routes/endings.tsx'
import { entrance } from './routes/entrance.tsx'
import { grants } from './routes/grants.tsx'
import { type RouteContext, root } from './routes/root.ts'
import { shell } from './routes/shell.tsx'
import { withQueries } from './routes/with-queries.tsx'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/files', replace: true })
  },
})

const tree = root.addChildren([
  home,
  ...entrance,
  ...beginnings,
  goodbye,
  visitDone,
  withQueries.addChildren([
    ...grants,
    mergeGuest,
    shell.addChildren([...drive, accountCentre, admin]),
  ]),
])

export function createAppRouter(context: RouteContext) {
  return createRouter({
    routeTree: tree,
    context,
    defaultPreload: 'intent',
    defaultNotFoundComponent: lazyRouteComponent(
      () => import('./NotFoundScreen.tsx'),
      'NotFoundScreen',
    ),
    defaultErrorComponent: CrashScreen,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
