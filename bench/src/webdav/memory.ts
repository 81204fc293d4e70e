import { plantDrive } from '../drive/planted-drive.ts'
import type { Figure } from '../measurement.ts'
import { toFigures } from './compare.ts'
import { type DavServer, serversOf } from './dav-server.ts'
import { listMs, plantListed } from './list.ts'
import { startServers } from './start-servers.ts'

const ENTRIES = 100_000
const PARTS = 10
/** When the collector runs moves the peak by up to 70 MB; the texts of all entries alone would be as much again. */
const FLAT = 1.3
/** Slower than any server: what is not read yet has to wait somewhere. */
const BYTES_PER_SECOND = 8_000_000

/** What a server keeps in memory while it lists a very large folder for a client that reads slowly. */
export async function measureMemory(_repeat: number, scale: number): Promise<Figure[]> {
  const entries = Math.ceil(ENTRIES * scale)
  const small = await peaks(Math.ceil(entries / PARTS), PARTS)
  const large = await peaks(entries, 1)
  const count = entries.toLocaleString('en')
  const unit = { unit: 'MB', better: 'less' } as const
  const [ourSmall = Number.NaN] = small.megabytes.values()
  const [ourLarge = Number.NaN] = large.megabytes.values()
  const byName = (name: string) => {
    const [before, after] = [small, large].map(({ megabytes }) => megabytes.get(name))
    return Math.max(0, (after ?? Number.NaN) - (before ?? Number.NaN))
  }
  return [
    {
      ...unit,
      what: `memory of the server while ${count} entries are listed slowly`,
      target: 'awan',
      value: ourLarge,
      floor: { what: `while a tenth of them is`, value: ourSmall },
      asked: { of: 'ratio', atMost: FLAT },
    },
    ...toFigures(
      large.servers,
      { ...unit, what: `memory that ${count} entries need more than a tenth of them` },
      ({ name }) => byName(name),
    ),
  ]
}

/** By server: the most memory while it lists so many. What it keeps for work of any kind it has by then: it has listed as many before. */
async function peaks(entries: number, listingsAhead: number) {
  await using planted = await plantDrive({ folders: 1, files: entries })
  await using servers = await startServers(planted.dataDir, [planted.person])
  await plantListed(servers, entries)
  const megabytes = new Map<string, number>()
  for (const server of serversOf(servers)) {
    for (let i = 0; i < listingsAhead; i++) await listMs(server)
    megabytes.set(server.name, await peakMegabytes(server))
  }
  return { servers: { ours: servers.ours, peers: servers.peers }, megabytes }
}

async function peakMegabytes(server: DavServer): Promise<number> {
  await server.process.forgetPeakMemory()
  await listMs(server, { bytesPerSecond: BYTES_PER_SECOND })
  return (await server.process.peakMemoryBytes()) / 1e6
}
