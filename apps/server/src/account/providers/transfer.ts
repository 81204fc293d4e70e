import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { ProviderLinkRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { spendToken } from '../tokens/spent-tokens.ts'
import { requireTakeable } from '../two-factor/require-takeable.ts'
import { lockUser } from '../users/users.ts'
import type { WaysLeft } from '../users/ways-left.ts'
import { moveLink, selectLinksOf } from './provider-links.store.ts'

const TTL_MS = 10 * 60 * 1000

/** Moves an account of a third party from one of our people to the one who has proven it. */
export interface ProviderTransfer {
  /** A token for `sub` alone to take this very binding over. */
  offer(link: ProviderLinkRow, sub: string): Promise<string>
  take(
    request: { providerId: string; token: string },
    user: SignedIn,
    caller: Caller,
  ): Promise<void>
}

export interface ProviderTransferParts {
  db: Database
  clock: Clock
  random: Random
  transferTokens: InternalTokens
  waysLeft: WaysLeft
  events: EventLog
  notices: Notices
}

export function createProviderTransfer(parts: ProviderTransferParts): ProviderTransfer {
  const { db, clock, random, transferTokens, waysLeft, events, notices } = parts
  return {
    offer: ({ provider_id, provider_user_id, sub: from }, sub) =>
      transferTokens.sign(
        { jti: createId(random, clock.now()), sub, from, provider_id, provider_user_id },
        TTL_MS,
      ),

    async take({ providerId, token }, { sub }, caller) {
      const claims = await transferTokens.verify(token)
      if (!claims) throw over()
      if (claims.sub !== sub || claims.provider_id !== providerId) {
        throw new ServiceError('permission_denied', {
          description: 'provider_trans_token was issued to another person or for another provider',
        })
      }
      const from = String(claims.from)
      await db.write(async (writer) => {
        const isFresh = await spendToken(writer, String(claims.jti), Number(claims.exp) * 1000)
        if (!isFresh) throw over()
        // Always in the same order: two that take from each other wait, and never both.
        const [first, second] = [sub, from].sort()
        const people = [
          await lockUser(writer, first ?? ''),
          await lockUser(writer, second ?? ''),
        ].filter((person) => person !== undefined)
        if ((await selectLinksOf(writer, sub)).some((link) => link.provider_id === providerId)) {
          throw new ServiceError('already_exists', {
            description: 'another account of this provider is bound; unbind it first',
          })
        }
        const other = people.find((person) => person.sub === from)
        if (other) await requireTakeable(writer, other, 'provider account')
        const provider_user_id = String(claims.provider_user_id)
        const key = { provider_id: providerId, provider_user_id }
        if (!(await moveLink(writer, { ...key, from, to: sub }))) {
          throw new ServiceError('not_found', {
            description: 'the provider account is no longer bound to the other account',
          })
        }
        // Their files must not be left behind a door that nobody can open.
        await waysLeft.requireAny(writer, from)
        const data = { provider_id: providerId }
        await events.record(writer, { type: 'account.provider_bound', sub, caller, data })
        await events.record(writer, { type: 'account.provider_lost', sub: from, caller, data })
        for (const person of people) {
          const kind = person.sub === sub ? 'providerBound' : 'providerUnbound'
          await notices.queue(writer, kind, person, caller)
        }
      })
    },
  }
}

function over(): ServiceError {
  return new ServiceError('expired_token', {
    description: 'provider_trans_token is expired or was used; bind again to get a new one',
  })
}
