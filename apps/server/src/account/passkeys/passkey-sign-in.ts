import type { Credentials, UsedPasskeyCredential } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { resolveClient } from '../clients/clients.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import { findUser, lockUser } from '../users/users.ts'
import type { PasskeyChallenges } from './passkey-challenges.ts'
import { selectPasskey } from './passkeys.store.ts'
import type { RelyingParty } from './relying-party.ts'
import { staleChallenge } from './stale-challenge.ts'
import type { UsePasskey } from './use-passkey.ts'

/** The way in without a password: the device has asked for a finger or a code, so that it is two proofs. */
export interface PasskeySignIn {
  options(): Promise<PublicKeyCredentialRequestOptionsJSON>
  signIn(credential: UsedPasskeyCredential, caller: Caller): Promise<Credentials>
}

export function createPasskeySignIn({
  db,
  challenges,
  relyingParty,
  use,
  complete,
}: {
  db: Database
  challenges: PasskeyChallenges
  relyingParty: RelyingParty
  use: UsePasskey
  complete: CompleteSignIn
}): PasskeySignIn {
  return {
    options: async () =>
      relyingParty.requestOptions(await challenges.issue({ purpose: 'sign-in' })),

    async signIn(credential, caller) {
      const clientId = resolveClient(caller.clientId)
      const outcome = await use(credential, { purpose: 'sign-in' }, caller)
      if (outcome.kind === 'stale') throw staleChallenge()
      if (outcome.kind === 'refused') throw refused()

      const { id, sub } = outcome.passkey
      const user = await db.read((reader) => findUser(reader, sub))
      if (!user) throw refused()
      return complete(
        {
          user,
          clientId,
          method: 'passkey',
          // A passkey that was removed meanwhile must not open a session.
          hold: async (writer) => {
            const current = await lockUser(writer, sub)
            return (await selectPasskey(writer, id)) ? current : undefined
          },
          refuse: refused,
        },
        caller,
      )
    },
  }
}

function refused(): ServiceError {
  return new ServiceError('access_denied', {
    description: 'the passkey is unknown, or its answer is not valid here',
  })
}
