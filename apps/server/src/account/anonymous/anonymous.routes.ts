import {
  mergeAnonymous as mergeEndpoint,
  signUpAnonymously as signUpEndpoint,
} from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { MergeAnonymous } from './merge-anonymous.ts'
import type { SignUpAnonymously } from './sign-up-anonymously.ts'

/** Nothing has to be proven for it, so that what one address can take is little. */
const SIGN_UPS = [{ by: 'address', points: 30, perSeconds: 3600 }] as const

export function anonymousRoutes({
  signUpAnonymously,
  mergeAnonymous,
}: {
  signUpAnonymously: SignUpAnonymously
  mergeAnonymous: MergeAnonymous
}): Route[] {
  return [
    route(signUpEndpoint, { limits: SIGN_UPS }, ({ caller }) => signUpAnonymously(caller)),
    route(mergeEndpoint, { user: true }, async ({ body, user, caller }) => {
      await mergeAnonymous(body, user, caller)
      return {}
    }),
  ]
}
