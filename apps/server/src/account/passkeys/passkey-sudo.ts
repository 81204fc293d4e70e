import type { UsedPasskeyCredential } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Database } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { ChallengeFor, PasskeyChallenges } from './passkey-challenges.ts'
import { selectPasskeys } from './passkeys.store.ts'
import type { RelyingParty } from './relying-party.ts'
import { staleChallenge } from './stale-challenge.ts'
import type { UsePasskey } from './use-passkey.ts'

/** A signed-in person shows once more, by a passkey, that it is they who are there. */
export interface PasskeySudo {
  options(user: SignedIn): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** Uses the answer up. A refusal unless it is a passkey of this person, made for this session. */
  use(
    credential: UsedPasskeyCredential,
    user: SignedIn,
    caller: Caller,
  ): Promise<ServiceError | undefined>
}

export function createPasskeySudo({
  db,
  challenges,
  relyingParty,
  use,
}: {
  db: Database
  challenges: PasskeyChallenges
  relyingParty: RelyingParty
  use: UsePasskey
}): PasskeySudo {
  return {
    async options(user) {
      const known = await db.read((reader) => selectPasskeys(reader, user.sub))
      if (known.length === 0) {
        throw new ServiceError('failed_precondition', { description: 'the account has no passkey' })
      }
      return relyingParty.requestOptions(await challenges.issue(wantedOf(user)), known)
    },

    async use(credential, user, caller) {
      const { kind } = await use(credential, wantedOf(user), caller)
      if (kind === 'used') return undefined
      if (kind === 'stale') return staleChallenge()
      return new ServiceError('access_denied', {
        description: 'the passkey is unknown, or its answer is not valid here',
      })
    },
  }
}

function wantedOf({ sub, sessionId }: SignedIn): ChallengeFor & { purpose: 'sudo' } {
  return { purpose: 'sudo', sub, sessionId }
}
