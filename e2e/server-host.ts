import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import './told-chance.ts'

/**
 * Runs the server's own `main.ts` again and again in one process, as often as it is told to. Loading the
 * sources takes longer than most stories; this way a worker does it once, and migrates one database, of which each
 * new server gets a copy. Each run reads settings of its own, and ends as by a signal. The time can be moved on, so that no story waits for a minute to pass; and what
 * returns every few seconds or every minute, such as reading texts for the search, returns once a second.
 */

/** What the process is told, and what it answers when that is done. */
export type HostOrder =
  | { order: 'run'; settings: Readonly<Record<string, string>> }
  | { order: 'stop' }
  | { order: 'moveClock'; aheadMs: number }
export type HostReport = { report: 'ended'; exitCode: number } | { report: 'clockMoved' }

const MAIN = new URL('../apps/server/src/main.ts', import.meta.url).href
const MIGRATE = new URL('../apps/server/src/db/migrate.ts', import.meta.url).href
const MIGRATIONS = new URL('../apps/server/src/db/migrations/index.ts', import.meta.url).href
const HOUSEKEEPING = new URL('../apps/server/src/kernel/housekeeping.ts', import.meta.url).href
const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const MINUTE_MS = 60_000
const SOON_MS = 1_000
const RealDate = Date
const ownEnv = { ...process.env }
let aheadMs = 0
let runs = 0

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + aheadMs)
    else super(...(given as [number]))
  }

  static override now(): number {
    return RealDate.now() + aheadMs
  }
} as DateConstructor

/** Node takes the time of an answer from elsewhere, and clients set their clock by it. */
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  this.setHeader('date', new Date().toUTCString())
  return writeHead.apply(this, given as never)
} as typeof writeHead

interface Chore {
  everyMs: number
}

/** The server's own, in this process: as the clock above, it is changed before `main.ts` runs. */
const { Housekeeping } = (await import(HOUSEKEEPING)) as {
  Housekeeping: { prototype: { start(chores: readonly Chore[]): void } }
}
const { start } = Housekeeping.prototype
Housekeeping.prototype.start = function (chores) {
  const sooner = chores.map((chore) =>
    chore.everyMs > MINUTE_MS ? chore : { ...chore, everyMs: Math.min(chore.everyMs, SOON_MS) },
  )
  start.call(this, sooner)
}

process.on('message', (told: HostOrder) => {
  if (told.order === 'run') void run(told.settings)
  else if (told.order === 'stop') process.emit('SIGTERM')
  else {
    aheadMs = told.aheadMs
    report({ report: 'clockMoved' })
  }
})
// Whoever tells is gone.
process.on('disconnect', () => process.exit())

async function run(settings: Readonly<Record<string, string>>): Promise<void> {
  aheadMs = 0
  runs += 1
  process.env = { ...ownEnv, ...settings }
  await giveDatabase(settings.AWAN_DATA_DIR)
  // Another address is another module: it runs anew, and what it imports is there already.
  await import(`${MAIN}?run=${runs}`)
  for (const signal of SIGNALS) process.removeAllListeners(signal)
  report({ report: 'ended', exitCode: Number(process.exitCode ?? 0) })
}

let migrated: Promise<Buffer> | undefined

/** Tables for a server that has no database yet: to migrate takes longer than all else at its start. */
async function giveDatabase(dataDir: string | undefined): Promise<void> {
  if (dataDir === undefined) return
  const path = join(dataDir, 'awan.sqlite')
  if (existsSync(path)) return
  migrated ??= migrate()
  await writeFile(path, await migrated, { mode: 0o600 })
}

async function migrate(): Promise<Buffer> {
  const { migrateSqlite } = (await import(MIGRATE)) as {
    migrateSqlite(path: string, migrations: readonly unknown[]): Promise<unknown>
  }
  const { migrations } = (await import(MIGRATIONS)) as { migrations: readonly unknown[] }
  const folder = await mkdtemp(join(tmpdir(), 'awan-e2e-migrated-'))
  try {
    await migrateSqlite(join(folder, 'awan.sqlite'), migrations)
    return await readFile(join(folder, 'awan.sqlite'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function report(done: HostReport): void {
  process.send?.(done)
}
