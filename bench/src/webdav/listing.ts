import { plantDrive } from '../drive/planted-drive.ts'
import { type Figure, median } from '../measurement.ts'
import { compare } from './compare.ts'
import { ALL, listMs, plantListed, USUAL } from './list.ts'
import { startServers } from './start-servers.ts'

const ENTRIES = 10_000
/** Of each server in a round, within about a second: the system counts processor time in steps of 10 ms. */
const LISTINGS = 5
const ROUND_MS = 1_000

/** PROPFIND of a large folder. */
export async function measureListing(repeat: number, scale: number): Promise<Figure[]> {
  const entries = Math.ceil(ENTRIES * scale)
  await using planted = await plantDrive({ folders: 1, files: entries })
  await using servers = await startServers(planted.dataDir, [planted.person])
  await plantListed(servers, entries)
  const count = entries.toLocaleString('en')
  const faster = { of: 'ratio', atMost: 1 } as const
  const asked = { apache: { of: 'ratio', atMost: 2 }, rclone: faster, nephele: faster } as const
  const figures: Figure[] = []
  for (const [body, properties] of [
    [USUAL, 'five properties'],
    [ALL, 'all properties'],
  ] as const) {
    const what = `PROPFIND of ${count} entries, ${properties}`
    figures.push(
      ...(await compare(
        servers,
        { rounds: repeat, warmUps: 1 },
        [
          { what, unit: 'ms', better: 'less', asked },
          { what: `${what}: processor time of the server`, unit: 'ms', better: 'less' },
        ],
        async (server) => {
          const before = await server.process.cpuMs()
          const times: number[] = []
          const end = performance.now() + ROUND_MS
          do times.push(await listMs(server, { body }))
          while (times.length < LISTINGS && performance.now() < end)
          const spent = (await server.process.cpuMs()) - before
          return [median(times), spent / times.length]
        },
      )),
    )
  }
  return figures
}
