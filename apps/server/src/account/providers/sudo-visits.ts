import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { spendToken } from '../tokens/spent-tokens.ts'
import type { WaysLeft } from '../users/ways-left.ts'
import { ownerOf } from './bindings.ts'
import { selectLinksOf } from './provider-links.store.ts'
import type { VisitAnswer, VisitRequest, Visits } from './visits.ts'

const TTL_MS = 5 * 60 * 1000
/** Their clock and ours. */
const TOLERANCE_MS = 60_000

/** A signed-in person goes to their third party once more, to show that it is they who are there. */
export interface SudoVisits {
  /** Throws `not_found` for a third party that is not bound to the account. */
  begin(request: VisitRequest, user: SignedIn, caller: Caller): Promise<string>
  /** Throws `access_denied` for somebody else, and for who was only let through. */
  finish(
    answer: VisitAnswer,
    user: SignedIn,
    caller: Caller,
  ): Promise<{ token: string; expiresIn: number }>
  /** Looks only; `spend` uses it up, or says that it was used before. */
  read(
    token: string,
    user: SignedIn,
  ): Promise<{ spend(writer: Writer): Promise<ServiceError | undefined> } | ServiceError>
}

export interface SudoVisitsParts {
  db: Database
  clock: Clock
  random: Random
  visits: Visits
  visitTokens: InternalTokens
  waysLeft: WaysLeft
}

export function createSudoVisits(parts: SudoVisitsParts): SudoVisits {
  const { db, clock, random, visits, visitTokens, waysLeft } = parts
  return {
    async begin(request, user, caller) {
      const links = await db.read((reader) => selectLinksOf(reader, user.sub))
      if (!links.some((link) => link.provider_id === request.providerId)) {
        throw new ServiceError('not_found', { description: 'this provider is not bound' })
      }
      return (await visits.begin(request, caller, purposeOf(user))).uri
    },

    async finish(answer, user, caller) {
      const { profile, begunAt } = await visits.identify(answer, caller, purposeOf(user))
      const { userId, authenticatedAt } = profile
      const { providerId } = answer
      const isEnough = await db.write(async (writer) => {
        const owner = await ownerOf(writer, { providerId, userId })
        if (owner?.sub !== user.sub) return false
        // Who does not tell when the person signed in may have let them through without a question:
        // that is a proof for those alone who have no better one.
        if (authenticatedAt === undefined) return waysLeft.hasOnlyProviders(writer, user.sub)
        return authenticatedAt >= begunAt - TOLERANCE_MS
      })
      if (!isEnough) throw notFresh()
      const claims = { jti: createId(random, clock.now()), sub: user.sub, sid: user.sessionId }
      return { token: await visitTokens.sign(claims, TTL_MS), expiresIn: TTL_MS / 1000 }
    },

    async read(token, { sub, sessionId }) {
      const claims = await visitTokens.verify(token)
      if (claims?.sub !== sub || claims.sid !== sessionId) return over()
      const { jti, exp } = claims
      return {
        spend: async (writer) =>
          (await spendToken(writer, String(jti), Number(exp) * 1000)) ? undefined : over(),
      }
    },
  }
}

/** Of this session: the answer is worth nothing to any other one. */
function purposeOf({ sessionId }: SignedIn): string {
  return `sudo:${sessionId}:`
}

function notFresh(): ServiceError {
  return new ServiceError('access_denied', {
    description: 'sign in again at the provider, with the account that is bound to this one',
  })
}

function over(): ServiceError {
  return new ServiceError('expired_token', {
    description: 'provider_token is expired or was used; sign in at the provider again',
  })
}
