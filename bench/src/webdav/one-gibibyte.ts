import { rm } from 'node:fs/promises'
import { ddSpeed, downloadSpeed, GIBIBYTE, makeLargeFile, putSpeed } from '../drive/large-file.ts'
import { makePeople } from '../drive/people.ts'
import { type Figure, median } from '../measurement.ts'
import { createDataDir } from '../server.ts'
import { compare, nameOf } from './compare.ts'
import { startServers } from './start-servers.ts'

const FILE = 'large.bin'

/** One file of 1 GiB, written and read again by curl. */
export async function measureOneGibibyte(repeat: number, scale: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const source = started.use(await makeLargeFile(GIBIBYTE * scale))
  const folder = await createDataDir()
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const dataDir = await createDataDir()
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  // Each round is another person's, to whom the bytes are new.
  const people = await makePeople(dataDir, repeat)
  const servers = started.use(await startServers(dataDir, people))
  const dd: number[] = []
  const first: number[] = []
  const ups: number[] = []
  const size = `${(source.size / 2 ** 20).toLocaleString('en')} MiB`
  const faster = { of: 'ratio', atLeast: 1 } as const
  const asked = { rclone: faster, nephele: faster }
  const speed = { unit: 'MB/s', better: 'more' } as const
  const cpu = { unit: 'ms', better: 'less' } as const
  const figures = await compare(
    servers,
    { rounds: repeat },
    [
      { ...speed, what: `PUT of ${size}`, isWriting: true, asked },
      { ...cpu, what: `PUT of ${size}: processor time of the server`, isWriting: true },
      { ...speed, what: `GET of ${size}`, asked },
      { ...cpu, what: `GET of ${size}: processor time of the server` },
    ],
    async (one, round) => {
      const isOurs = one === servers.ours
      const server = isOurs ? (servers.each[round] ?? one) : one
      const address = server.address + FILE
      const cpuOf = async (work: () => Promise<number>) => {
        const before = await server.process.cpuMs()
        return [await work(), (await server.process.cpuMs()) - before]
      }
      if (isOurs) dd.push(await ddSpeed(source, folder))
      const up = await cpuOf(() => putSpeed(source, address, server.headers))
      const download = () => downloadSpeed(source.size, address, server.headers)
      // Ours comes from the disk once; the others have what was written in memory.
      if (isOurs) {
        first.push(await download())
        ups.push(up[0] ?? Number.NaN)
      }
      return [...up, ...(await cpuOf(download))]
    },
  )
  return [
    {
      ...speed,
      what: `PUT of ${size}`,
      target: nameOf(servers.ours, true),
      value: median(ups),
      floor: { what: 'dd conv=fsync', value: median(dd) },
    },
    ...figures,
    { ...speed, what: `GET of ${size}, the first time`, target: 'awan', value: median(first) },
  ]
}
