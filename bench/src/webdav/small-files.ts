import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { makePeople } from '../drive/people.ts'
import { applyLoad, type LoadRequest } from '../load.ts'
import type { Figure } from '../measurement.ts'
import { createDataDir } from '../server.ts'
import { compare } from './compare.ts'
import type { DavServer } from './dav-server.ts'
import { startServers } from './start-servers.ts'

const BYTES = 10_000
const AT_ONCE = 16
const SECONDS = 5

/** Files of 10 kB, many at a time: written, and read again. */
export async function measureSmallFiles(repeat: number, scale: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const dataDir = await createDataDir()
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const people = await makePeople(dataDir, 1)
  const servers = started.use(await startServers(dataDir, people))
  const seconds = Math.max(0.5, SECONDS * scale)
  const put = `10 kB by PUT, ${AT_ONCE} at a time`
  const get = `10 kB by GET, ${AT_ONCE} at a time`
  const faster = { of: 'ratio', atLeast: 1 } as const
  const rate = { unit: 'files/s', better: 'more' } as const
  const cpu = { unit: 'ms', better: 'less' } as const
  return await compare(
    servers,
    { rounds: repeat, warmUps: 1 },
    [
      { ...rate, what: put, isWriting: true, asked: { nephele: faster } },
      { ...cpu, what: `${put}: processor time of the server for each`, isWriting: true },
      { ...rate, what: get, asked: { nephele: faster } },
      { ...cpu, what: `${get}: processor time of the server for each` },
    ],
    async (server, round) => {
      const { origin, pathname } = new URL(server.address)
      const rest = randomBytes(BYTES - 16)
      let sent = 0
      const written = await load(server, seconds, () => ({
        method: 'PUT',
        path: `${pathname}small-${round}-${sent++}.bin`,
        headers: { 'content-type': 'application/octet-stream', ...server.headers },
        body: Buffer.concat([randomBytes(16), rest]),
      }))
      // The last ones may not have been waited for.
      const files = Math.max(1, sent - AT_ONCE)
      let asked = 0
      const read = await load(server, seconds, () => ({
        method: 'GET',
        path: `${pathname}small-${round}-${asked++ % files}.bin`,
        headers: server.headers,
      }))
      return [...written, ...read]

      async function load(of: DavServer, seconds: number, request: () => LoadRequest) {
        const before = await of.process.cpuMs()
        const { count, perSecond } = await applyLoad({
          url: origin,
          connections: AT_ONCE,
          seconds,
          request,
          next: request,
        })
        return [perSecond, ((await of.process.cpuMs()) - before) / count]
      }
    },
  )
}
