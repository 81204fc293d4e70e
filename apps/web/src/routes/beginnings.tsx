import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { keptGuest } from '../session/guest-session.ts'
import { leaveWhenSignedIn, readFrom, root, signInFirst, texts } from './root.ts'
import { withQueries } from './with-queries.tsx'

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  validateSearch: readFrom,
  beforeLoad: leaveWhenSignedIn,
  loader: texts('sign-up'),
  component: lazyRouteComponent(() => import('../account/sign-up/SignUpRoute.tsx'), 'SignUpRoute'),
})

const recover = createRoute({
  getParentRoute: () => root,
  path: '/recover',
  validateSearch: readFrom,
  beforeLoad: leaveWhenSignedIn,
  loader: texts('sign-up'),
  component: lazyRouteComponent(
    () => import('../account/recover/RecoverRoute.tsx'),
    'RecoverRoute',
  ),
})

const tryIt = createRoute({
  getParentRoute: () => root,
  path: '/try',
  validateSearch: readFrom,
  beforeLoad: (options) => leaveWhenSignedIn({ ...options, alsoGuests: true }),
  loader: texts('sign-up'),
  component: lazyRouteComponent(() => import('../account/guest/TryRoute.tsx'), 'TryRoute'),
})

const merge = createRoute({
  getParentRoute: () => withQueries,
  path: '/try/merge',
  beforeLoad: (options) => {
    signInFirst(options)
    if (keptGuest(options.context.client) === undefined) {
      throw redirect({ to: '/files', replace: true })
    }
  },
  loader: texts('sign-up'),
  component: lazyRouteComponent(() => import('../account/guest/MergeRoute.tsx'), 'MergeRoute'),
})

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
  validateSearch: readFrom,
  beforeLoad: ({ context, search }) => {
    if (context.client.accounts.list().length === 0) {
      throw redirect({ to: '/signin', search, replace: true })
    }
  },
  loader: texts('sign-up'),
  component: lazyRouteComponent(
    () => import('../account/chooser/ChooserRoute.tsx'),
    'ChooserRoute',
  ),
})

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  loader: texts('sign-up'),
  component: lazyRouteComponent(
    () => import('../account/welcome/WelcomeScreen.tsx'),
    'WelcomeScreen',
  ),
})

/** How one begins here, goes on as somebody else, or begins anew. */
export const beginnings = [signUp, recover, tryIt, accounts, welcome]

/** A guest who has an account takes their files along. */
export const mergeGuest = merge
