import type { AwanClient } from '@awan/client'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { CrashScreen } from './CrashScreen.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { toReturnPath } from './session/return-path.ts'

interface RouteContext {
  client: AwanClient
}

const root = createRootRouteWithContext<RouteContext>()({ component: Outlet })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/files', replace: true })
  },
})

/** Where to go after signing in, if the address says it. */
function readFrom(search: Record<string, unknown>): { from?: string } {
  return typeof search.from === 'string' ? { from: search.from } : {}
}

/** The pages for those who are not signed in; whoever is goes on to where they wanted to be. */
function leaveWhenSignedIn({
  context,
  search,
}: {
  context: RouteContext
  search: { from?: string }
}) {
  if (context.client.session.state().status === 'signed-in') {
    throw redirect({ href: toReturnPath(search.from, location.origin), replace: true })
  }
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: readFrom,
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('./account/entrance-routes.tsx'), 'SignInRoute'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  validateSearch: readFrom,
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('./account/entrance-routes.tsx'), 'SignUpRoute'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ context, location: { href } }) => {
    if (context.client.session.state().status === 'signed-out') {
      throw redirect({ to: '/signin', search: { from: href }, replace: true })
    }
  },
  component: lazyRouteComponent(() => import('./shell-routes.tsx'), 'ShellRoute'),
})

const files = createRoute({
  getParentRoute: () => shell,
  path: '/files',
  component: lazyRouteComponent(() => import('./shell-routes.tsx'), 'FilesScreen'),
})

const folder = createRoute({
  getParentRoute: () => shell,
  path: '/files/$folderId',
  component: lazyRouteComponent(() => import('./shell-routes.tsx'), 'FilesScreen'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./shell-routes.tsx'), 'AccountRoute'),
})

const tree = root.addChildren([home, signIn, signUp, shell.addChildren([files, folder, account])])

export function createAppRouter(context: RouteContext) {
  return createRouter({
    routeTree: tree,
    context,
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: CrashScreen,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
