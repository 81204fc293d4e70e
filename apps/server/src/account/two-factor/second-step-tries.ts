import type { Database, Writer } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { Limiter } from '../limits/limits.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { TOKEN_TTL_MS } from './second-step-tokens.ts'

const MAX_PER_TOKEN = 5
const HOUR_MS = 3600 * 1000
/** A device on which the person was signed in before has tries of its own. */
const known = { max: 10, windowMs: HOUR_MS }
/** All others share these: however many addresses somebody has, six digits are not found by them. */
const strange = { max: 20, windowMs: 24 * HOUR_MS }
/** After this many wrong codes in one window the owner gets a mail. */
const WARN_AT = 5

export interface SecondStepTry {
  sub: string
  tokenId: string
  caller: Caller
  /** Six digits can be guessed; recovery codes and passkeys cannot. */
  isGuessable: boolean
}

/**
 * Limits wrong second-step codes without letting an attacker lock the owner out. An attacker who gets
 * here knows the first proof; at worst they use up the tries of unknown devices, on which the owner
 * still has recovery codes and passkeys.
 */
export interface SecondStepTries {
  /** Counts first, so that racing guesses cannot share a try. */
  take(attempt: SecondStepTry): Promise<'free' | 'warn' | 'token-used-up' | 'too-many'>
  /** A right proof takes its own try back. */
  forgive(writer: Writer, attempt: SecondStepTry): Promise<void>
}

export function createSecondStepTries({
  db,
  limiter,
  sessions,
}: {
  db: Database
  limiter: Limiter
  sessions: Pick<Sessions, 'knowsDevice'>
}): SecondStepTries {
  const deviceKey = ({ sub, caller }: SecondStepTry) =>
    limiter.keyOf('two-factor:device', `${sub}:${caller.deviceId}`)
  const strangeKey = ({ sub }: SecondStepTry) => `two-factor:strange:${sub}`

  return {
    async take(attempt) {
      return db.write(async (writer) => {
        const { tokenId, sub, caller, isGuessable } = attempt
        const perToken = await limiter.count(writer, `two-factor:token:${tokenId}`, TOKEN_TTL_MS)
        if (perToken > MAX_PER_TOKEN) return 'token-used-up'
        if (!isGuessable) return 'free'
        const isKnown = await sessions.knowsDevice(writer, sub, caller)
        const { max, windowMs } = isKnown ? known : strange
        const key = isKnown ? deviceKey(attempt) : strangeKey(attempt)
        const tries = await limiter.count(writer, key, windowMs)
        if (tries > max) return 'too-many'
        return tries === WARN_AT ? 'warn' : 'free'
      })
    },

    async forgive(writer, attempt) {
      if (!attempt.isGuessable) return
      if (await sessions.knowsDevice(writer, attempt.sub, attempt.caller)) {
        await limiter.forget(writer, [deviceKey(attempt)])
      } else {
        await limiter.uncount(writer, strangeKey(attempt))
      }
    },
  }
}
