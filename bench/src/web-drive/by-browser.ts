import { link, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { installPeers } from '../client/peers.ts'
import { GIBIBYTE, type LargeFile, makeLargeFile } from '../drive/large-file.ts'
import { makePeople, type Person } from '../drive/people.ts'
import { type Figure, median } from '../measurement.ts'
import { processTree } from '../process-tree.ts'
import { createDataDir, type OwnServer, startServer } from '../server.ts'
import { sendFiles } from './drive-page.ts'
import { signInAsPage } from './sign-in-as-page.ts'

/**
 * One GiB chosen in the page, from then on until the page reports it as uploaded; beside it the same when the server
 * hashes by SHA-256, as it did before BLAKE3 and still does for uploads that were begun so.
 */
export async function measureBrowserUpload(repeat: number, scale: number): Promise<Figure[]> {
  await installPeers()
  await using started = new AsyncDisposableStack()
  const source = started.use(await makeLargeFile(GIBIBYTE * scale))
  const dataDir = await createDataDir()
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const people = await makePeople(dataDir, 2 * (repeat + 1))
  const server = started.use(await startServer(dataDir))
  const algorithm = started.adopt(new UploadAlgorithm(dataDir), (one) => one[Symbol.dispose]())

  const speeds = { b3: [] as number[], sha256: [] as number[] }
  const costs = { b3: [] as number[], sha256: [] as number[] }
  // One round before those that count.
  for (let round = 0; round <= repeat; round++) {
    for (const [at, name] of (['b3', 'sha256'] as const).entries()) {
      const person = people[2 * round + at]
      if (!person) throw new Error('each upload is of another person')
      algorithm.set(name)
      const { speed, cpuMs } = await sendByPage(server, person, source)
      if (round === 0) continue
      speeds[name].push(speed)
      costs[name].push(cpuMs)
    }
  }
  const what = 'upload 1 GiB in a browser'
  const before = (values: readonly number[]) => ({
    what: 'the same hashed by SHA-256',
    value: median(values),
  })
  return [
    {
      what,
      target: 'awan',
      value: median(speeds.b3),
      unit: 'MB/s',
      better: 'more',
      floor: before(speeds.sha256),
      asked: { of: 'ratio', atLeast: 1.5 },
    },
    {
      what: `${what}: processor time of the server`,
      target: 'awan',
      value: median(costs.b3),
      unit: 'ms',
      better: 'less',
      floor: before(costs.sha256),
    },
  ]
}

async function sendByPage(server: OwnServer, person: Person, source: LargeFile) {
  const folder = await mkdtemp(join(dirname(source.path), 'chosen-'))
  await link(source.path, join(folder, 'one gibibyte.bin'))
  const credentials = await signInAsPage(server.url, person)
  const { cpuMs } = processTree(server.pid)
  const before = await cpuMs()
  const { ms } = await sendFiles({ url: server.url, credentials, uploads: folder })
  return { speed: source.size / 1e6 / (ms / 1000), cpuMs: (await cpuMs()) - before }
}

/** Makes new uploads be hashed by SHA-256, as if they had been begun before the update to BLAKE3. */
class UploadAlgorithm implements Disposable {
  readonly #database: BetterSqlite3.Database

  constructor(dataDir: string) {
    this.#database = new BetterSqlite3(join(dataDir, 'awan.sqlite'), { timeout: 10_000 })
  }

  set(algorithm: 'b3' | 'sha256'): void {
    this.#database.exec('drop trigger if exists begun_before')
    if (algorithm === 'b3') return
    this.#database.exec(`
      create trigger begun_before after insert on uploads begin
        update uploads set hash_algorithm = 'sha256' where drive_id = new.drive_id and id = new.id;
      end`)
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
