import type { Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { spendToken } from '../tokens/spent-tokens.ts'

export const CHALLENGE_TTL_MS = 5 * 60 * 1000

/** What an answer to a challenge is good for: one that was made for something else is worth nothing. */
export type ChallengeFor =
  | { purpose: 'register'; sub: string; sessionId: string }
  | { purpose: 'sign-in' }
  | { purpose: 'sudo'; sub: string; sessionId: string }
  | { purpose: 'second-step'; sub: string; tokenId: string }

export interface Challenge {
  id: string
  expiresAt: number
}

/**
 * A challenge is a signed token of ours: it comes back inside of what the authenticator has signed, so
 * that nothing need be kept for those who ask and never answer.
 */
export interface PasskeyChallenges {
  issue(wanted: ChallengeFor): Promise<string>
  /** Undefined unless it is ours, not too old, and was made for exactly this. */
  read(challenge: string, wanted: ChallengeFor): Promise<Challenge | undefined>
  /** True the first time only. */
  spend(writer: Writer, challenge: Challenge): Promise<boolean>
}

export function createPasskeyChallenges({
  tokens,
  clock,
  random,
}: {
  tokens: InternalTokens
  clock: Clock
  random: Random
}): PasskeyChallenges {
  return {
    issue: (wanted) =>
      tokens.sign({ jti: createId(random, clock.now()), use: describe(wanted) }, CHALLENGE_TTL_MS),

    async read(challenge, wanted) {
      const claims = await tokens.verify(challenge)
      if (!claims?.jti || !claims.exp || claims.use !== describe(wanted)) return undefined
      return { id: claims.jti, expiresAt: claims.exp * 1000 }
    },

    spend: (writer, { id, expiresAt }) => spendToken(writer, `passkey:${id}`, expiresAt),
  }
}

function describe(wanted: ChallengeFor): string {
  switch (wanted.purpose) {
    case 'register':
    case 'sudo':
      return JSON.stringify([wanted.purpose, wanted.sub, wanted.sessionId])
    case 'second-step':
      return JSON.stringify(['second-step', wanted.sub, wanted.tokenId])
    case 'sign-in':
      return JSON.stringify(['sign-in'])
  }
}
