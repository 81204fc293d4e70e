import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readReturn } from '../account/provider-return/returned-visit.ts'
import { PROVIDER_CALLBACK_PATH } from '../session/provider-callback.ts'
import { leaveWhenSignedIn, readFrom, root, texts } from './root.ts'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: (search): { from?: string; add?: true } => ({
    ...readFrom(search),
    // `/signin?add`: another account beside the one that is signed in.
    ...('add' in search ? { add: true as const } : {}),
  }),
  beforeLoad: (options) => {
    if (!options.search.add) leaveWhenSignedIn(options)
  },
  loader: texts('sign-in'),
  component: lazyRouteComponent(() => import('../account/sign-in/SignInRoute.tsx'), 'SignInRoute'),
})

const providerReturn = createRoute({
  getParentRoute: () => root,
  path: PROVIDER_CALLBACK_PATH,
  // What came back is a secret until it is used: it leaves the address before anything is shown.
  beforeLoad: ({ location: { searchStr } }) => {
    if (readReturn(searchStr)) throw redirect({ to: PROVIDER_CALLBACK_PATH, replace: true })
  },
  loader: texts('sign-in'),
  component: lazyRouteComponent(
    () => import('../account/provider-return/ProviderReturnScreen.tsx'),
    'ProviderReturnScreen',
  ),
})

/** The ways in. */
export const entrance = [signIn, providerReturn]
