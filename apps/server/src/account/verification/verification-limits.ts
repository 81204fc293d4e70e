import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { networkOf } from '../../kernel/network.ts'
import type { Risk } from '../captcha/risk.ts'
import type { Limiter } from '../limits/limits.ts'

/** How many codes leave the house: enough for a clumsy person, too few to fill a mailbox. */
export const sendLimits = {
  pause: { points: 1, perSeconds: 60 },
  contact: { points: 10, perSeconds: 3600 },
  address: { points: 100, perSeconds: 3600 },
} as const

/** From here on each further code from one address costs its sender some work. */
const FREE_SENDS = 10
const MAX_WORK = 16

export function addressKey({ address }: Caller): string {
  return `verification:address:${networkOf(address)}`
}

export function createVerificationRisk({ db, limiter }: { db: Database; limiter: Limiter }): Risk {
  const assess: Risk['assess'] = async ({ caller }) => {
    const key = addressKey(caller)
    const sent = (await db.read((reader) => limiter.read(reader, [key])))(key)
    return sent < FREE_SENDS ? 0 : Math.min(2 ** Math.floor((sent - FREE_SENDS) / 10), MAX_WORK)
  }
  // The sending itself is what counts here, and it is counted where it happens.
  return { assess, attempt: assess }
}
