import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type {} from './account/hand-over.ts'
import { CrashScreen } from './CrashScreen.tsx'
import { entrance } from './routes/entrance.tsx'
import type { growTree } from './routes/every-route.ts'
import { home } from './routes/home.ts'
import { type RouteContext, root } from './routes/root.ts'

type Tree = ReturnType<typeof growTree>

/** Every route there is. The page of sign-in begins without: it is there sooner. */
export const loadRoutes = () => import('./routes/every-route.ts')

export function createAppRouter(context: RouteContext, tree?: Tree) {
  const router = createRouter({
    routeTree:
      tree ??
      firstTree(async () => {
        const { growTree } = await loadRoutes()
        growTree()
        router.setRoutes(router.buildRouteTree())
      }),
    context,
    defaultPreload: 'intent',
    defaultNotFoundComponent: lazyRouteComponent(
      () => import('./NotFoundScreen.tsx'),
      'NotFoundScreen',
    ),
    defaultErrorComponent: CrashScreen,
  })
  return router
}

/** The ways in. Whoever goes anywhere else brings all other routes first, and is then sent on. */
function firstTree(growRoutes: () => Promise<void>): Tree {
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    async beforeLoad({ location: { href, state } }) {
      await growRoutes()
      throw redirect({ href, state, replace: true })
    },
  })
  // Links are checked against the whole tree, which is what this becomes.
  return root.addChildren([home, ...entrance, elsewhere]) as unknown as Tree
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
