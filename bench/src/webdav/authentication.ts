import { rm } from 'node:fs/promises'
import { makePeople } from '../drive/people.ts'
import { applyLoad } from '../load.ts'
import { type Figure, median } from '../measurement.ts'
import { createDataDir } from '../server.ts'
import type { DavServer } from './dav-server.ts'
import { startServers } from './start-servers.ts'

const SECONDS = 3
const LIMIT = { of: 'value', atMost: 0.1 } as const

/**
 * What it costs to know who asks. The door has no POST: with an app password it says so, and without one it asks for
 * it. Nothing else differs between the two answers.
 */
export async function measureAuthentication(repeat: number, scale: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const dataDir = await createDataDir()
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { ours } = started.use(await startServers(dataDir, await makePeople(dataDir, 1)))
  const seconds = Math.max(0.5, SECONDS * scale)
  const waited: number[] = []
  const spent: number[] = []
  // One round before those that count.
  for (let round = 0; round <= repeat; round++) {
    const without = await refusals(ours, seconds, { status: 401 })
    const known = await refusals(ours, seconds, { status: 405, headers: ours.headers })
    if (round === 0) continue
    waited.push(known.p50Ms - without.p50Ms)
    spent.push(known.cpuMs - without.cpuMs)
  }
  const shared = { target: 'awan', unit: 'ms', better: 'less', asked: LIMIT } as const
  return [
    {
      ...shared,
      what: 'authentication by app password, difference of two answers',
      value: median(waited),
    },
    { ...shared, what: 'the same: processor time of the server', value: median(spent) },
  ]
}

async function refusals(
  { address, process }: DavServer,
  seconds: number,
  { status, headers = {} }: { status: number; headers?: Record<string, string> },
) {
  const { origin, pathname: path } = new URL(address)
  const before = await process.cpuMs()
  const { count, p50Ms } = await applyLoad({
    url: origin,
    connections: 1,
    seconds,
    status,
    request: () => ({ method: 'POST', path, headers }),
  })
  return { p50Ms, cpuMs: ((await process.cpuMs()) - before) / count }
}
