import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { leaveWhenSignedIn, readFrom, root, texts } from './root.ts'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: readFrom,
  beforeLoad: leaveWhenSignedIn,
  loader: texts('sign-in'),
  component: lazyRouteComponent(() => import('../account/sign-in/SignInRoute.tsx'), 'SignInRoute'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  validateSearch: readFrom,
  beforeLoad: leaveWhenSignedIn,
  loader: texts('sign-up'),
  component: lazyRouteComponent(() => import('../account/sign-up/SignUpRoute.tsx'), 'SignUpRoute'),
})

/** The ways in. */
export const entrance = [signIn, signUp]
