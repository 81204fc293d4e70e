import { ServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SecretKeeper } from '../../kernel/secret-keeper.ts'
import { FolderFiles } from './backup-files.ts'
import { type ContentsPlace, ContentsRun } from './copy-contents.ts'
import type { Manifest } from './manifest.ts'
import { writeRows } from './write-rows.ts'

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
 * Everything as of one moment, while the server runs. Contents never change and can be copied at any time; the
 * rows are read last of all, into a folder within the given one, so that few contents can be deleted between
 * the two; if one is, the rows are read again.
 */
export async function copyMoment(
  parts: BackupParts,
  contents: ContentsPlace,
  folder: string,
  { verifies, onProgress }: BackupOptions,
): Promise<BackupReport & { ids: ReadonlySet<string> }> {
  const run = new ContentsRun(parts, contents, {
    verifies,
    onBytes: (copied) => onProgress?.('contents', copied, undefined),
  })
  await run.copyLive()
  for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt++) {
    const rows = `rows-${parts.clock.now().toString(36)}${attempt}`
    const told = await writeRows(parts, folder, rows, (done) =>
      onProgress?.('rows', done, undefined),
    )
    const kept = await run.copyOf(new FolderFiles(folder), rows)
    if (kept === 'gone') continue
    const { ids, ...found } = kept
    return { manifest: { ...told, ...found }, ids, copied: run.copied }
  }
  throw new ServiceError('aborted', {
    description: 'contents are deleted faster than they can be copied; try again later',
  })
}

const MAX_ATTEMPTS = 5
