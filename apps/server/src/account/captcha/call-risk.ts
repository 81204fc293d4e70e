import type { Database } from '../../db/database.ts'
import { networkOf } from '../../kernel/network.ts'
import type { Limiter } from '../limits/limits.ts'
import type { Risk, RiskyCall } from './risk.ts'

const WINDOW_MS = 3600 * 1000
const FREE_CALLS = 5
const MAX_WORK = 16

/** For a call that a person makes a few times in a year: beyond some from one address, each costs more. */
export function createCallRisk({
  db,
  limiter,
  topic,
}: {
  db: Database
  limiter: Limiter
  topic: string
}): Risk {
  const keyOf = ({ caller }: RiskyCall) => `${topic}:address:${networkOf(caller.address)}`
  const workFor = (calls: number) =>
    calls < FREE_CALLS ? 0 : Math.min(2 ** (calls - FREE_CALLS), MAX_WORK)
  return {
    async assess(call) {
      const key = keyOf(call)
      return workFor((await db.read((reader) => limiter.read(reader, [key])))(key))
    },
    async attempt(call) {
      const calls = await db.write((writer) => limiter.count(writer, keyOf(call), WINDOW_MS))
      return workFor(calls - 1)
    },
  }
}
