import { randomBytes } from 'node:crypto'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makePeople } from '../drive/people.ts'
import { versionOf } from '../drive/start-program.ts'
import { type Figure, median } from '../measurement.ts'
import { createDataDir } from '../server.ts'
import { compare, nameOf } from './compare.ts'
import type { DavServer } from './dav-server.ts'
import { type OurServer, type StartedServers, startServers } from './start-servers.ts'
import { copyByRclone, syncByNextcloud } from './sync-programs.ts'

const FILES = 10_000
/** rclone waits 10 ms between its requests, whatever the server: more files say no more. */
const FILES_COPIED = 1_000
const FILES_IN_FOLDER = 100
const BYTES = 4_000

const RATE = { unit: 'files/s', better: 'more' } as const
const COST = { unit: 'ms', better: 'less' } as const

interface Round {
  repeat: number
  files: number
  source: string
}

/** What a new device of somebody with many small files waits for. */
export async function measureFirstSync(repeat: number, scale: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const make = async () => {
    const folder = await createDataDir()
    started.defer(() => rm(folder, { recursive: true, force: true }))
    return folder
  }
  const dataDir = await make()
  const people = await makePeople(dataDir, 1 + repeat)
  const servers = started.use(await startServers(dataDir, people))
  const plant = async (files: number): Promise<Round> => {
    const source = join(await make(), 'source')
    await makeFiles(source, files)
    return { repeat, files, source }
  }
  const copied = await measureCopies(servers, await plant(Math.ceil(FILES_COPIED * scale)))
  return [
    ...(await measureSyncs(servers, await plant(Math.ceil(FILES * scale)), copied)),
    ...copied,
  ]
}

/** What rclone puts into a folder of each. */
async function measureCopies(
  servers: StartedServers,
  { repeat, files, source }: Round,
): Promise<Figure[]> {
  if (versionOf('rclone', ['version'], /^rclone (\S+)/m) === undefined) return []
  const what = `${files.toLocaleString('en')} files of 4 kB by rclone copy`
  return await compare(
    servers,
    { rounds: repeat },
    [
      { ...RATE, what, isWriting: true },
      { ...COST, what: `${what}: processor time of the server for each`, isWriting: true },
    ],
    (server, round) => timed(server, files, () => copyByRclone(source, server, `copy-${round}`)),
  )
}

/** Into our drives alone: the others do not speak to the program. */
async function measureSyncs(
  { each, ours }: StartedServers,
  { files, source }: Round,
  copied: readonly Figure[],
): Promise<Figure[]> {
  if (versionOf('nextcloudcmd', ['--version'], /version (\S+)/) === undefined) return []
  const rates: number[] = []
  const costs: number[] = []
  // Each round is another person's, whose drive is empty.
  for (const [round, person] of each.slice(1).entries()) {
    const device = `${source} ${round}`
    await cp(source, device, { recursive: true })
    const [rate, cost] = await timed(person, files, () => syncByNextcloud(device, person))
    rates.push(rate)
    costs.push(cost)
    await mustHold(person, files)
  }
  const what = `first sync of ${files.toLocaleString('en')} files of 4 kB by nextcloudcmd`
  const target = nameOf(ours, true)
  const byOthers = copied.filter(({ unit }) => unit === RATE.unit)
  return [
    ...byOthers.map(
      ({ floor }): Figure => ({
        ...RATE,
        what,
        target,
        value: median(rates),
        floor: { what: `rclone copy into ${floor?.what}`, value: floor?.value },
      }),
    ),
    {
      ...COST,
      what: `${what}: processor time of the server for each`,
      target,
      value: median(costs),
    },
  ]
}

/** Files per second, and what each costs the server. */
async function timed(
  { process }: DavServer,
  files: number,
  work: () => Promise<void>,
): Promise<[number, number]> {
  const [before, begun] = [await process.cpuMs(), performance.now()]
  await work()
  const seconds = (performance.now() - begun) / 1000
  return [files / seconds, ((await process.cpuMs()) - before) / files]
}

async function makeFiles(folder: string, files: number): Promise<void> {
  for (let at = 0; at < files; at++) {
    const inside = join(folder, `folder ${Math.floor(at / FILES_IN_FOLDER)}`)
    if (at % FILES_IN_FOLDER === 0) await mkdir(inside, { recursive: true })
    await writeFile(join(inside, `note ${at}.txt`), randomBytes(BYTES))
  }
}

/** The program says that it is done: are they all there? */
async function mustHold({ address, headers }: OurServer, files: number): Promise<void> {
  let found = 0
  for (let folder = 0; folder * FILES_IN_FOLDER < files; folder++) {
    const answer = await fetch(`${address}folder%20${folder}/`, {
      method: 'PROPFIND',
      headers: { ...headers, depth: '1' },
    })
    const sizes = (await answer.text()).match(/<d:getcontentlength>\d+</g) ?? []
    found += sizes.filter((size) => size.includes(`>${BYTES}<`)).length
  }
  if (found !== files) throw new Error(`${found} of ${files} files were synced`)
}
