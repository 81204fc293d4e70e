import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { keepAskedLogin } from '../account/connect/asked-login.ts'
import { forgetCarriedToken, readCarriedToken } from '../account/continue/carried-token.ts'
import { toReturnPath } from '../session/return-path.ts'
import { leaveWhenSignedIn, readFrom, signInFirst, texts } from './root.ts'
import { withQueries } from './with-queries.tsx'

const device = createRoute({
  getParentRoute: () => withQueries,
  path: '/device',
  beforeLoad(match) {
    const { user_code } = match.search as { user_code?: unknown }
    // A stranger may have sent this link: the person types the code of the device that they see. It
    // does not stay in the address either, since a code that can be approved is a secret of sorts.
    if (user_code !== undefined) throw redirect({ to: '/device', replace: true })
    signInFirst(match)
  },
  loader: texts('grants'),
  component: lazyRouteComponent(() => import('../account/device/DeviceRoute.tsx'), 'DeviceRoute'),
})

const connect = createRoute({
  getParentRoute: () => withQueries,
  path: '/connect',
  beforeLoad(match) {
    // With the token somebody could let the program into another account: no address has it, also not that of the sign-in page.
    if (match.location.hash !== '') {
      keepAskedLogin(match.location.hash)
      throw redirect({ to: '/connect', replace: true })
    }
    signInFirst(match)
  },
  loader: texts('grants'),
  component: lazyRouteComponent(
    () => import('../account/connect/ConnectRoute.tsx'),
    'ConnectRoute',
  ),
})

const link = createRoute({
  getParentRoute: () => withQueries,
  path: '/link',
  validateSearch: readFrom,
  beforeLoad: leaveWhenSignedIn,
  loader: texts('grants'),
  component: lazyRouteComponent(() => import('../account/link/LinkRoute.tsx'), 'LinkRoute'),
})

const continueHere = createRoute({
  getParentRoute: () => withQueries,
  path: '/continue',
  beforeLoad({ context, location: { hash } }) {
    // The token signs somebody in: it leaves the address before anything is shown.
    if (readCarriedToken(hash)) throw redirect({ to: '/continue', replace: true })
    // In an app people sign in in its own window.
    if (context.shell?.hasLoginWindow) throw redirect({ to: '/shell-signin', replace: true })
  },
  onLeave: forgetCarriedToken,
  loader: texts('grants'),
  component: lazyRouteComponent(
    () => import('../account/continue/ContinueScreen.tsx'),
    'ContinueScreen',
  ),
})

const consent = createRoute({
  getParentRoute: () => withQueries,
  path: '/authorize',
  validateSearch: readRequest,
  beforeLoad({ search }) {
    if (search.request !== undefined) return
    // The router reads `state=1.0` as a number. What an app wrote goes back letter by letter, so
    // that its request travels as one text from here on.
    const request = location.search.slice(1)
    throw redirect({ to: '/authorize', search: { request }, replace: true })
  },
  loader: texts('grants'),
  component: lazyRouteComponent(
    () => import('../account/consent/ConsentRoute.tsx'),
    'ConsentRoute',
  ),
})

const leave = createRoute({
  getParentRoute: () => withQueries,
  path: '/sign-out',
  validateSearch: readRequest,
  loader: texts('grants'),
  component: lazyRouteComponent(() => import('../account/leave/LeaveRoute.tsx'), 'LeaveRoute'),
})

const shellSignIn = createRoute({
  getParentRoute: () => withQueries,
  path: '/shell-signin',
  validateSearch: readFrom,
  beforeLoad({ context, search }) {
    const state = context.client.session.state()
    // Whoever has no account of their own yet may still want to sign in.
    const isDone = state.status === 'signed-in' && !state.isAnonymous
    if (isDone || !context.shell?.hasLoginWindow) {
      throw redirect({ href: toReturnPath(search.from, location.origin), replace: true })
    }
  },
  loader: texts('grants'),
  component: lazyRouteComponent(
    () => import('../account/shell-sign-in/ShellSignInScreen.tsx'),
    'ShellSignInScreen',
  ),
})

function readRequest({ request }: Record<string, unknown>): { request?: string } {
  return typeof request === 'string' ? { request } : {}
}

/** Where other devices and apps are let in, and out. */
export const grants = [device, connect, link, continueHere, consent, leave, shellSignIn]
