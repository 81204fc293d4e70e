import type { Database } from '../../db/database.ts'
import { countedNetworks } from '../../kernel/network.ts'
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
  const keysOf = ({ caller }: RiskyCall) =>
    countedNetworks(caller.address).map(({ name, times }) => ({
      key: `${topic}:address:${name}`,
      times,
    }))
  const workFor = (keys: ReturnType<typeof keysOf>, calls: (key: string) => number) => {
    const excess = Math.max(
      ...keys.map(({ key, times }) => Math.floor(calls(key) / times) - FREE_CALLS),
    )
    return excess < 0 ? 0 : Math.min(2 ** excess, MAX_WORK)
  }
  return {
    async assess(call) {
      const keys = keysOf(call)
      const calls = await db.read((reader) => limiter.read(reader, listOf(keys)))
      return workFor(keys, calls)
    },
    async attempt(call) {
      const keys = keysOf(call)
      const calls = await db.write((writer) => limiter.countEach(writer, listOf(keys), WINDOW_MS))
      return workFor(keys, (key) => calls(key) - 1)
    },
  }
}

function listOf(keys: readonly { key: string }[]): string[] {
  return keys.map(({ key }) => key)
}
