import {
  addPasskey,
  getPasskeyCreationOptions,
  getPasskeyOrigins,
  getPasskeySignInOptions,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { PasskeySignIn } from './passkey-sign-in.ts'
import type { Passkeys } from './passkeys.ts'

/** One proof of who is there is good for many: each is an entry of the history and a mail. */
const CHANGES = [{ by: 'user', points: 60, perSeconds: 3600 }] as const

export function passkeyRoutes({
  passkeys,
  passkeySignIn,
  origins,
}: {
  passkeys: Passkeys
  passkeySignIn: PasskeySignIn
  origins: readonly string[]
}): Route[] {
  return [
    route(getPasskeyCreationOptions, secondStepToBe, ({ user }) => passkeys.options(user)),
    route(addPasskey, { ...secondStepToBe, limits: CHANGES }, ({ body, user, caller }) =>
      passkeys.add({ credential: body.credential, name: body.name }, user, caller),
    ),
    route(listPasskeys, { scope: 'user', beforeTwoFactor: true }, async ({ user }) => {
      const data = await passkeys.list(user.sub)
      return { total: data.length, data }
    }),
    route(renamePasskey, { scope: 'user' }, ({ params, body, user }) =>
      passkeys.rename({ id: params.id, name: body.name }, user),
    ),
    route(
      removePasskey,
      { scope: 'user', sudo: true, limits: CHANGES },
      async ({ params, user, caller }) => {
        await passkeys.remove(params.id, user, caller)
        return {}
      },
    ),
    route(getPasskeyOrigins, {}, async ({ reply }) => {
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return { origins: [...origins] }
    }),
    // Options cost a signature and no row, so that nobody need be counted.
    route(getPasskeySignInOptions, {}, () => passkeySignIn.options()),
    route(
      signInWithPasskey,
      { limits: [{ by: 'address', points: 120, perSeconds: 60 }] },
      ({ body, caller }) => passkeySignIn.signIn(body.credential, caller),
    ),
  ]
}

/** A passkey may be what the person still needs for the second step. */
const secondStepToBe = { scope: 'user', sudo: true, beforeTwoFactor: true } as const
