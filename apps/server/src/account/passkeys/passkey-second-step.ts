import { passkeyProof } from '@awan/protocol/account'
import type { Database } from '../../db/database.ts'
import type { SecondStepMethod } from '../two-factor/second-step-method.ts'
import type { PasskeyChallenges } from './passkey-challenges.ts'
import { selectPasskeys } from './passkeys.store.ts'
import type { RelyingParty } from './relying-party.ts'
import type { UsePasskey } from './use-passkey.ts'

export function createPasskeySecondStep({
  db,
  challenges,
  relyingParty,
  use,
}: {
  db: Database
  challenges: PasskeyChallenges
  relyingParty: RelyingParty
  use: UsePasskey
}): SecondStepMethod {
  return {
    method: 'PASSKEY',

    isAvailable: async (reader, { sub }) => (await selectPasskeys(reader, sub)).length > 0,

    takes: (proof) => proof.kind === 'assertion',

    async begin({ user, tokenId }) {
      const known = await db.read((reader) => selectPasskeys(reader, user.sub))
      const wanted = { purpose: 'second-step', sub: user.sub, tokenId } as const
      const options = await relyingParty.requestOptions(await challenges.issue(wanted), known)
      return { options: { ...options } }
    },

    async check({ user, caller, tokenId, proof }) {
      const parsed = proof.kind === 'assertion' ? passkeyProof.safeParse(proof.json) : undefined
      if (!parsed?.success) return false
      const wanted = { purpose: 'second-step', sub: user.sub, tokenId } as const
      return (await use(parsed.data, wanted, caller)).kind === 'used'
    },
  }
}
