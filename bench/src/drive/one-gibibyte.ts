import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDriveClient } from '@awan/client/drive'
import { fileSource } from '@awan/client/node'
import { type Figure, type Floor, median } from '../measurement.ts'
import { createDataDir, type OwnServer } from '../server.ts'
import { startNephele, startNginx, startRclone } from './file-servers.ts'
import {
  ddSpeed,
  downloadSpeed,
  type LargeFile,
  makeLargeFile,
  putSpeed,
  speedOf,
} from './large-file.ts'
import { makePeople, type Person, signIn, startInProduction } from './people.ts'
import type { FileServer } from './start-program.ts'

/** One GiB up and down, ours beside others and beside what the machine itself can do. */
export async function measureOneGibibyte(repeat: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const source = started.use(await makeLargeFile())
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
  const ours = {
    up: [] as number[],
    downFirst: [] as number[],
    down: [] as number[],
    written: [] as number[],
  }
  const others = [nephele, rclone].map((other) => ({
    other,
    up: [] as number[],
    down: [] as number[],
  }))
  const sent: number[] = []
  // Each round is another person's, to whom the bytes are new.
  for (const person of people) {
    dd.push(await ddSpeed(source, folder))
    const transferred = await transfer(server, person, source)
    ours.up.push(transferred.up)
    ours.downFirst.push(transferred.downFirst)
    ours.down.push(transferred.down)
    ours.written.push(transferred.written)
    for (const { other, up, down } of others) {
      if (!other) continue
      up.push(await putSpeed(source, `${other.url}/${FILE}`))
      down.push(await downloadSpeed(source.size, `${other.url}/${FILE}`))
    }
    if (nginx) sent.push(await downloadSpeed(source.size, `${nginx.url}/${FILE}`))
  }

  const floor = (what: string, values: readonly number[]): Floor => ({
    what,
    value: values.length === 0 ? undefined : median(values),
  })
  const speed = { target: 'awan', unit: 'MB/s', better: 'more' } as const
  const up = { ...speed, what: 'upload 1 GiB', value: median(ours.up) }
  const down = { ...speed, what: 'download 1 GiB', value: median(ours.down) }
  const ahead = { of: 'ratio', atLeast: 1 } as const
  const [byNephele, byRclone] = others
  const nameOf = (other: FileServer | undefined, name: string) => other?.name ?? name
  return [
    { ...up, floor: floor('dd conv=fsync', dd), asked: { of: 'ratio', atLeast: 0.8 } },
    { ...up, floor: floor(nameOf(rclone, 'rclone'), byRclone?.up ?? []), asked: ahead },
    { ...up, floor: floor(nephele.name, byNephele?.up ?? []), asked: ahead },
    {
      what: 'written to disk per byte uploaded',
      target: 'awan',
      value: median(ours.written),
      unit: 'bytes',
      better: 'less',
      asked: { of: 'value', atMost: 1.05 },
    },
    { ...speed, what: 'download 1 GiB, the first time', value: median(ours.downFirst) },
    { ...down, floor: floor(nameOf(rclone, 'rclone'), byRclone?.down ?? []), asked: ahead },
    { ...down, floor: floor(nephele.name, byNephele?.down ?? []), asked: ahead },
    {
      ...down,
      floor: floor(`${nameOf(nginx, 'nginx')}, sendfile`, sent),
      asked: { of: 'ratio', atLeast: 0.4 },
    },
  ]
}

const FILE = 'one-gibibyte'

async function transfer(server: OwnServer, person: Person, source: LargeFile) {
  using signedIn = await signIn(server.url, person)
  const drive = createDriveClient(signedIn.client)
  const before = await server.writtenBytes()
  let id = ''
  const up = await speedOf(source.size, async () => {
    const file = await drive.uploads.upload(fileSource(source.path), { name: FILE })
    id = file.id
  })
  const written = ((await server.writtenBytes()) - before) / source.size
  const { url } = await drive.files.link(id)
  // From the disk; all others are read from memory, and so is ours from then on.
  const downFirst = await downloadSpeed(source.size, new URL(url, server.url).href)
  const down = await downloadSpeed(source.size, new URL(url, server.url).href)
  return { up, downFirst, down, written }
}
