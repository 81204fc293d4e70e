import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import packageJson from '../../../package.json' with { type: 'json' }
import type { BlobStore } from '../../blobs/blob-store.ts'
import { type AnyRow, listRows, listTables, type TableFacts } from '../../db/all-tables.ts'
import type { Database, Reader } from '../../db/database.ts'
import { migrations } from '../../db/migrations/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { inParallel } from '../../kernel/in-parallel.ts'
import type { SecretKeeper } from '../../kernel/secret-keeper.ts'
import { hasContent, listContents, type StoredContent } from './backup.store.ts'
import { LOCK, lockFolder } from './backup-lock.ts'
import { ContentsFolder } from './contents-folder.ts'
import { syncFolder } from './durable-files.ts'
import { MANIFEST, type Manifest, writeManifest } from './manifest.ts'
import { writeRowsFile } from './rows-file.ts'
import { KEYS_TABLE, readStoredContents, toKeysPath, toRowsPath } from './rows-folder.ts'

export interface BackupParts {
  db: Database
  blobs: BlobStore
  keeper: SecretKeeper
  clock: Clock
}

export interface BackupOptions {
  /** Whether contents that an earlier run has copied are read again. */
  verifies: boolean
  onProgress?: (step: 'contents' | 'rows', done: number, total: number | undefined) => void
}

export interface BackupReport {
  manifest: Manifest
  /** How much of it this run has copied. */
  copied: { count: number; bytes: number }
}

/**
 * Copies everything while the server runs. Contents never change and can be copied at any time; the rows
 * are read as of one moment, and last of all, so that few contents can have gone between the two: should
 * one be, the rows are read anew. The manifest comes at the very end. Killed anywhere before, the
 * folder still holds the backup that it held, and the next run goes on with what was copied.
 */
export async function makeBackup(
  parts: BackupParts,
  folder: string,
  options: BackupOptions,
): Promise<BackupReport> {
  await openFolder(folder)
  const lock = await lockFolder(folder)
  const contents = new ContentsFolder(folder)
  const run = new ContentsRun(parts, contents, options)
  await run.copy(liveContents(parts.db))

  for (let attempt = 0; ; attempt++) {
    const rows = `rows-${parts.clock.now().toString(36)}${attempt}`
    const manifest = await writeRows(parts, folder, rows, options)
    const kept = await run.copySnapshot(join(folder, rows))
    if (kept === 'gone' && attempt < MAX_ATTEMPTS) continue
    if (kept === 'gone') {
      throw new ServiceError('aborted', {
        description: 'contents are removed faster than they can be copied; try again later',
      })
    }
    await contents.sync()
    const whole: Manifest = { ...manifest, contents: kept.contents, lost: kept.lost }
    await writeManifest(folder, whole)
    await contents.keepOnly(kept.ids)
    await removeOtherRows(folder, rows)
    await lock.release()
    return { manifest: whole, copied: run.copied }
  }
}

const MAX_ATTEMPTS = 5

/** Refuses a folder that holds other things: a backup removes what it does not know. */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const isOurs = names.length === 0 || names.includes(MANIFEST) || names.includes(LOCK)
  if (isOurs) return
  throw new ServiceError('failed_precondition', {
    description: `${folder} is not empty, and no backup of Awan is in it; choose an empty folder`,
  })
}

async function* liveContents(db: Database): AsyncIterable<StoredContent> {
  let after = ''
  for (;;) {
    const page = await db.readLong((reader) => listContents(reader, after, PAGE))
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

const PAGE = 1000

/** All rows as of one moment, and the keys of the server. */
async function writeRows(
  { db, keeper, clock }: BackupParts,
  folder: string,
  rows: string,
  { onProgress }: BackupOptions,
): Promise<Omit<Manifest, 'contents' | 'lost'>> {
  await mkdir(join(folder, rows), { mode: 0o700 })
  const madeAt = new Date(clock.now()).toISOString()
  let done = 0
  const tables = await db.readLong(async (reader) => {
    const written: Manifest['tables'] = []
    for (const table of await listTables(reader, db.kind)) {
      if (table.name === KEYS_TABLE) continue
      const pages = rowsOf(reader, table, (count) => {
        done += count
        onProgress?.('rows', done, undefined)
      })
      const facts = await writeRowsFile(toRowsPath(join(folder, rows), table.name), pages)
      written.push({ name: table.name, ...facts })
    }
    return written
  })
  const keys = await writeRowsFile(toKeysPath(join(folder, rows)), keysOf(keeper))
  await syncFolder(join(folder, rows))
  const { rows: count, ...keysFile } = keys
  return {
    format: 1,
    made_at: madeAt,
    awan: packageJson.version,
    database: db.kind,
    migrations: migrations.map(({ name }) => name),
    rows,
    tables,
    keys: { count, ...keysFile },
  }
}

async function* keysOf(keeper: SecretKeeper): AsyncIterable<AnyRow[]> {
  for (const name of (await keeper.list('')).sort()) {
    // A key that is being written, or was when its writer was killed.
    if (name.startsWith('.')) continue
    const value = await keeper.read(name)
    if (value !== undefined) yield [{ name, value }]
  }
}

/** Pages of about as many bytes, whatever a row holds. */
async function* rowsOf(
  reader: Reader,
  table: TableFacts,
  onRows: (count: number) => void,
): AsyncIterable<AnyRow[]> {
  let after: AnyRow | undefined
  let limit = FIRST_PAGE
  for (;;) {
    const rows = await listRows(reader, table, { after, limit })
    if (rows.length > 0) yield rows
    onRows(rows.length)
    if (rows.length < limit) return
    after = rows.at(-1)
    const bytesPerRow = rows.reduce((sum, row) => sum + weigh(row), 0) / rows.length
    limit = Math.max(1, Math.min(LARGEST_PAGE, Math.floor(PAGE_BYTES / bytesPerRow)))
  }
}

const FIRST_PAGE = 100
const LARGEST_PAGE = 5000
const PAGE_BYTES = 8_000_000

function weigh(row: AnyRow): number {
  return Object.values(row).reduce<number>((sum, value) => {
    const length = typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
    return sum + length
  }, 0)
}

interface Kept {
  contents: Manifest['contents']
  ids: Set<string>
  lost: string[]
}

/** S3 answers slowly and many at once; a disk does not mind. */
const AT_A_TIME = 8

/** What one run copies from the store. */
class ContentsRun {
  readonly #parts: BackupParts
  readonly #folder: ContentsFolder
  readonly #options: BackupOptions
  /** Those that were looked at in this run, by whether they are in the backup now. */
  readonly #isThere = new Map<string, boolean>()
  copied = { count: 0, bytes: 0 }

  constructor(parts: BackupParts, folder: ContentsFolder, options: BackupOptions) {
    this.#parts = parts
    this.#folder = folder
    this.#options = options
  }

  async copy(contents: AsyncIterable<StoredContent>): Promise<void> {
    await inParallel(contents, AT_A_TIME, async (content) => {
      this.#isThere.set(content.id, await this.#bring(content))
    })
  }

  /** `gone` when a content of the rows was removed for good since they were read. */
  async copySnapshot(rows: string): Promise<Kept | 'gone'> {
    const kept: Kept = { contents: { count: 0, bytes: 0 }, ids: new Set(), lost: [] }
    let isGone = false
    await inParallel(readStoredContents(rows), AT_A_TIME, async (content) => {
      const isThere = this.#isThere.get(content.id) || (await this.#bring(content))
      this.#isThere.set(content.id, isThere)
      if (isThere) {
        kept.ids.add(content.id)
        kept.contents.count++
        kept.contents.bytes += content.size
      } else if (await this.#parts.db.read((reader) => hasContent(reader, content.id))) {
        kept.lost.push(content.id)
      } else {
        isGone = true
      }
    })
    return isGone ? 'gone' : kept
  }

  async #bring(content: StoredContent): Promise<boolean> {
    if (await this.#folder.has(content, this.#options.verifies)) return true
    try {
      const bytes = await this.#parts.blobs.read(content.id)
      const isWhole = await this.#folder.add(content, bytes, (count) => {
        this.copied.bytes += count
        this.#options.onProgress?.('contents', this.copied.bytes, undefined)
      })
      if (isWhole) this.copied.count++
      return isWhole
    } catch (error) {
      if (isServiceError(error, 'not_found')) return false
      throw error
    }
  }
}

async function removeOtherRows(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('rows-') || name === kept) continue
    await rm(join(folder, name), { recursive: true })
  }
}
