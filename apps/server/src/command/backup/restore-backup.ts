import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { algorithmOf } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { openBlobStore } from '../../blobs/open-blob-store.ts'
import type { Config } from '../../config/config.ts'
import { isSecretName, openSecretFiles } from '../../config/secret-files.ts'
import type { AnyRow } from '../../db/all-tables.ts'
import { findFullTable } from '../../db/find-full-table.ts'
import { FINGERPRINT } from '../../db/fingerprint.ts'
import { loadRows } from '../../db/load-rows.ts'
import { openDatabase } from '../../db/open-database.ts'
import type { TableRows } from '../../db/table-rows.ts'
import type { Tables } from '../../db/tables.ts'
import { PassingHash } from '../../drive/contents/hash-content.ts'
import { inParallel } from '../../kernel/in-parallel.ts'
import { dropUnfinished, type StoredContent } from './backup.store.ts'
import { type BackupFiles, openBackupFiles } from './backup-files.ts'
import { toContentPath } from './contents-folder.ts'
import { endSessions } from './ended-sessions.ts'
import { type Manifest, requireManifest } from './manifest.ts'
import { checkRowsFile, readRowsFile } from './rows-file.ts'
import { KEYS_TABLE, readStoredContents, toKeysPath, toRowsPath } from './rows-folder.ts'

/** Where a backup goes. */
export type RestoreTarget = Pick<Config, 'database' | 'blobs' | 'dataDir'>

export interface RestoreOptions {
  /** Bytes of contents. */
  onProgress?: (done: number, total: number) => void
  /** For a planned move to another machine: what was signed in stays so, and what waits is sent. */
  keepsSessions?: boolean
}

/**
 * Fills an empty database and an empty store. Everything is verified on its way: the files of rows by the
 * manifest, each content by its hash. The rows are the last, in one transaction: killed before, there
 * is no database yet, and the same command goes on where it was. The fingerprint stays behind: the server
 * makes another one, by which clients see that it went back. So do the sessions, unless they are to be kept.
 */
export async function restoreBackup(
  backup: string,
  target: RestoreTarget,
  { onProgress, keepsSessions = false }: RestoreOptions = {},
): Promise<Manifest> {
  const files = await openBackupFiles(backup)
  const manifest = await requireManifest(files)
  const { rows } = manifest
  for (const table of manifest.tables) {
    await checkRowsFile(files, toRowsPath(rows, table.name), table)
  }
  await checkRowsFile(files, toKeysPath(rows), { ...manifest.keys, rows: manifest.keys.count })
  const keys = await readKeys(files, rows)

  await refuseFullDatabase(target)
  await using blobs = await openBlobStore(target.blobs)
  const wanted = await readWanted(files, manifest)
  await refuseStrangers(blobs, wanted)
  if (target.database.kind === 'sqlite') await restoreKeyFiles(target, keys)

  let done = 0
  await inParallel(readStoredContents(files, rows), AT_A_TIME, async (content) => {
    if (!wanted.has(content.id)) return
    await restoreContent(blobs, files, content)
    done += content.size
    onProgress?.(done, manifest.contents.bytes)
  })

  const now = Date.now()
  const sources = sourcesOf(files, manifest, target, keys).map((source) =>
    keepsSessions ? source : endSessions(source, now),
  )
  await loadRows(target.database, manifest.migrations, sources)
  await using db = await openDatabase(target.database)
  await db.write((writer) => dropUnfinished(writer))
  return manifest
}

const AT_A_TIME = 8

type Key = { name: string; value: string }

async function readKeys(files: BackupFiles, rows: string): Promise<Key[]> {
  const pages = await Array.fromAsync(readRowsFile(files, toKeysPath(rows)))
  const keys = pages.flat() as Key[]
  // A name becomes a path.
  const wrong = keys.find(({ name }) => !isSecretName(name))
  if (wrong === undefined) return keys
  throw new ServiceError('data_loss', {
    description: `${files.describe(toKeysPath(rows))} has a key with the name ${JSON.stringify(wrong.name)}, which no key of Awan has`,
  })
}

async function refuseFullDatabase({ database }: RestoreTarget): Promise<void> {
  const full = await findFullTable(database)
  if (full !== undefined) {
    throw new ServiceError('failed_precondition', {
      description: `a backup is restored into an empty database, but the table ${full} has rows; choose an empty database`,
    })
  }
  // Tables without rows, which may be of another version than the backup.
  if (database.kind === 'sqlite') {
    for (const ending of ['', '-wal', '-shm']) await rm(database.path + ending, { force: true })
  }
}

/** Sizes by id of all contents that the backup has. */
async function readWanted(files: BackupFiles, manifest: Manifest): Promise<Map<string, number>> {
  const wanted = new Map<string, number>()
  const lost = new Set(manifest.lost)
  for await (const { id, size } of readStoredContents(files, manifest.rows)) {
    if (!lost.has(id)) wanted.set(id, size)
  }
  return wanted
}

/** What an earlier run has brought may lie there; anything else is somebody's. */
async function refuseStrangers(
  blobs: BlobStore,
  wanted: ReadonlyMap<string, number>,
): Promise<void> {
  for await (const { id } of blobs.list()) {
    if (wanted.has(id)) continue
    throw new ServiceError('failed_precondition', {
      description: `a backup is restored into an empty blob store, but this one holds ${id}, which is not in the backup; choose an empty one`,
    })
  }
}

async function restoreKeyFiles({ dataDir }: RestoreTarget, keys: readonly Key[]): Promise<void> {
  const keeper = await openSecretFiles(join(dataDir, 'secrets'), () => undefined)
  for (const { name, value } of keys) {
    await keeper.createIfAbsent(name, value)
    if ((await keeper.read(name)) === value) continue
    throw new ServiceError('failed_precondition', {
      description: `there are keys of another server in ${keeper.place}; remove them, or choose an empty folder`,
    })
  }
}

async function restoreContent(
  blobs: BlobStore,
  files: BackupFiles,
  content: StoredContent,
): Promise<void> {
  const { id, size, hash } = content
  const stat = await blobs.stat(id)
  if (stat?.state === 'sealed' && stat.sizeBytes === size) return
  // Half of it, from a run that was killed.
  if (stat) await blobs.delete(id)
  const draft = await blobs.create(id, size)
  const passing = new PassingHash(algorithmOf(hash))
  {
    await using writer = await blobs.writeAt(draft, 0)
    for await (const chunk of files.read(toContentPath(id))) {
      passing.add(chunk)
      await writer.append(chunk)
    }
    await writer.flush()
  }
  if (passing.sizeBytes !== size || passing.digest() !== hash) {
    await blobs.delete(id)
    throw new ServiceError('data_loss', {
      description: `${files.describe(toContentPath(id))} is damaged`,
    })
  }
  await blobs.seal(draft)
}

function sourcesOf(
  files: BackupFiles,
  { rows, tables }: Manifest,
  { database }: RestoreTarget,
  keys: readonly Key[],
): TableRows[] {
  const sources = tables.map((table) => {
    const pages = readAll(files, toRowsPath(rows, table.name), table.rows)
    return {
      table: table.name,
      pages: table.name === SERVER_VALUES ? withoutFingerprint(pages) : pages,
    }
  })
  if (database.kind === 'sqlite') return sources
  const created_at = Date.now()
  const keyRows = keys.map((key) => ({ ...key, created_at }))
  return [...sources, { table: KEYS_TABLE, pages: pageOf(keyRows) }]
}

/** So many rows and not one fewer, or the whole of the restore is undone. */
async function* readAll(files: BackupFiles, path: string, count: number): AsyncIterable<AnyRow[]> {
  let read = 0
  for await (const page of readRowsFile(files, path)) {
    read += page.length
    yield page
  }
  if (read === count) return
  throw new ServiceError('data_loss', {
    description: `${files.describe(path)} has ${read} of ${count} rows`,
  })
}

const SERVER_VALUES = 'server_values' satisfies keyof Tables

async function* withoutFingerprint(pages: AsyncIterable<AnyRow[]>): AsyncIterable<AnyRow[]> {
  for await (const page of pages) {
    const rows = page.filter(({ name }) => name !== FINGERPRINT)
    if (rows.length > 0) yield rows
  }
}

async function* pageOf(rows: AnyRow[]): AsyncIterable<AnyRow[]> {
  if (rows.length > 0) yield rows
}
