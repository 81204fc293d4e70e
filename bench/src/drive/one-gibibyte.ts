import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDriveClient } from '@awan/client/drive'
import { fileSource } from '@awan/client/node'
import { type Figure, type Floor, median } from '../measurement.ts'
import { processTree } from '../process-tree.ts'
import { createDataDir, type OwnServer } from '../server.ts'
import { startNephele, startNginx, startRclone } from './file-servers.ts'
import {
  ddSpeed,
  downloadSpeed,
  GIBIBYTE,
  type LargeFile,
  makeLargeFile,
  putSpeed,
  speedOf,
} from './large-file.ts'
import { makePeople, type Person, signIn, startInProduction } from './people.ts'

/** One GiB up and down, ours beside others and beside what the machine itself can do. */
export async function measureOneGibibyte(repeat: number, scale: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const source = started.use(await makeLargeFile(GIBIBYTE * scale))
  const folder = await createDataDir()
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const dataDir = await createDataDir()
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const people = await makePeople(dataDir, repeat)
  const server = started.use(await startInProduction(dataDir))
  const nephele = started.use(await startNephele())
  const rclone = started.use(await startRclone())
  const nginx = started.use(await startNginx())
  if (nginx) await copyFile(source.path, join(nginx.folder, FILE))

  const dd: number[] = []
  const ours: Transferred[] = []
  const others = [nephele, rclone].map((other) => ({
    other,
    up: [] as number[],
    cpuMs: [] as number[],
    down: [] as number[],
  }))
  const sent: number[] = []
  // Each round is another person's, to whom the bytes are new.
  for (const person of people) {
    dd.push(await ddSpeed(source, folder))
    ours.push(await transfer(server, person, source))
    for (const { other, up, cpuMs, down } of others) {
      if (!other) continue
      const process = processTree(other.pid)
      const before = await process.cpuMs()
      up.push(await putSpeed(source, `${other.url}/${FILE}`))
      cpuMs.push((await process.cpuMs()) - before)
      down.push(await downloadSpeed(source.size, `${other.url}/${FILE}`))
    }
    if (nginx) sent.push(await downloadSpeed(source.size, `${nginx.url}/${FILE}`))
  }

  const floor = (what: string, values: readonly number[] = []): Floor => ({
    what,
    value: values.length === 0 ? undefined : median(values),
  })
  const speed = { target: 'awan', unit: 'MB/s', better: 'more' } as const
  const medianOf = (field: keyof Transferred) => median(ours.map((one) => one[field]))
  const up = { ...speed, what: 'upload 1 GiB', value: medianOf('up') }
  const upCost = {
    what: 'upload 1 GiB: processor time of the server',
    target: 'awan',
    value: medianOf('cpuMs'),
    unit: 'ms',
    better: 'less',
  } as const
  const down = { ...speed, what: 'download 1 GiB', value: medianOf('down') }
  const ahead = { of: 'ratio', atLeast: 1 } as const
  const twice = { of: 'ratio', atLeast: 2 } as const
  const [byNephele, byRclone] = others
  const rcloneName = rclone?.name ?? 'rclone'
  return [
    { ...up, floor: floor('dd conv=fsync', dd), asked: { of: 'ratio', atLeast: 0.7 } },
    { ...up, floor: floor(rcloneName, byRclone?.up), asked: twice },
    { ...up, floor: floor(nephele.name, byNephele?.up), asked: twice },
    { ...upCost, floor: floor(rcloneName, byRclone?.cpuMs) },
    { ...upCost, floor: floor(nephele.name, byNephele?.cpuMs) },
    {
      what: 'written to disk per byte uploaded',
      target: 'awan',
      value: medianOf('written'),
      unit: 'bytes',
      better: 'less',
      asked: { of: 'value', atMost: 1.05 },
    },
    { ...speed, what: 'download 1 GiB, the first time', value: medianOf('downFirst') },
    { ...down, floor: floor(rcloneName, byRclone?.down), asked: ahead },
    { ...down, floor: floor(nephele.name, byNephele?.down), asked: ahead },
    {
      ...down,
      floor: floor(`${nginx?.name ?? 'nginx'}, sendfile`, sent),
      asked: { of: 'ratio', atLeast: 0.4 },
    },
  ]
}

const FILE = 'one-gibibyte'

interface Transferred {
  up: number
  cpuMs: number
  /** To the disk, for each byte. */
  written: number
  downFirst: number
  down: number
}

async function transfer(
  server: OwnServer,
  person: Person,
  source: LargeFile,
): Promise<Transferred> {
  using signedIn = await signIn(server.url, person)
  const drive = createDriveClient(signedIn.client)
  const process = processTree(server.pid)
  const before = await server.writtenBytes()
  const cpuBefore = await process.cpuMs()
  let id = ''
  const up = await speedOf(source.size, async () => {
    const file = await drive.uploads.upload(fileSource(source.path), { name: FILE })
    id = file.id
  })
  const cpuMs = (await process.cpuMs()) - cpuBefore
  const written = ((await server.writtenBytes()) - before) / source.size
  const { url } = await drive.files.link(id)
  // From the disk; all others are read from memory, and so is ours from then on.
  const downFirst = await downloadSpeed(source.size, new URL(url, server.url).href)
  const down = await downloadSpeed(source.size, new URL(url, server.url).href)
  return { up, cpuMs, written, downFirst, down }
}
