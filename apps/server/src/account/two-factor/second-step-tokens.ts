import type { SecondStepMethodName } from '@awan/protocol/account'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'

export const TOKEN_TTL_MS = 10 * 60 * 1000

export interface SecondStepToken {
  id: string
  sub: string
  expiresAt: number
  /** What methods have kept in it, such as the id of a code that was sent. */
  kept: Partial<Record<SecondStepMethodName, string>>
}

/** A second step that is asked for; bound to the person, the client and the device. */
export interface SecondStepTokens {
  create(sub: string, caller: Caller): Promise<string>
  /** Undefined for a token that is expired, changed, or of another client or device. */
  read(token: string, caller: Caller): Promise<SecondStepToken | undefined>
  /** The same second step again, with what a method keeps in it. It lives no longer by that. */
  sign(step: SecondStepToken, caller: Caller): Promise<string>
}

export function createSecondStepTokens({
  clock,
  random,
  internalTokens,
}: {
  clock: Clock
  random: Random
  internalTokens: InternalTokens
}): SecondStepTokens {
  async function sign(step: SecondStepToken, caller: Caller): Promise<string> {
    const { id, sub, kept, expiresAt } = step
    const claims = { jti: id, sub, kept, ...holderOf(caller) }
    return internalTokens.sign(claims, expiresAt - clock.now())
  }

  return {
    sign,
    create(sub, caller) {
      const nowMs = clock.now()
      const id = createId(random, nowMs)
      return sign({ id, sub, kept: {}, expiresAt: nowMs + TOKEN_TTL_MS }, caller)
    },
    async read(token, caller) {
      const claims = await internalTokens.verify(token)
      const holder = holderOf(caller)
      if (claims?.cid !== holder.cid || claims.did !== holder.did) return undefined
      return {
        id: String(claims.jti),
        sub: String(claims.sub),
        kept: claims.kept as SecondStepToken['kept'],
        expiresAt: Number(claims.exp) * 1000,
      }
    },
  }
}

function holderOf({ clientId, deviceId }: Caller): { cid: string; did: string } {
  return { cid: clientId ?? '', did: deviceId ?? '' }
}
