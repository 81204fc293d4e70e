import type { File } from '@awan/protocol/drive'
import type { ServiceError } from '@awan/protocol/errors'
import type { AddOptions } from './batch.ts'
import type { Connection } from './connection.ts'
import type { UploadEntries } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'
import type { UploadOrder, UploadRow } from './upload-list.ts'
import type { UploadSummary } from './upload-summary.ts'

/** An upload that has ended or failed; reported once each time. */
export interface EndedUpload {
  readonly id: number
  readonly path: string
  readonly state: 'done' | 'failed' | 'skipped' | 'cancelled'
  /** The created file; absent if it was already there. */
  readonly file: File | undefined
  readonly error: ServiceError | undefined
}

export interface UploadManagerOptions {
  /** Where the files go; the caller's own drive by default. */
  driveId?: string | undefined
  /** Where started uploads are recorded; in memory by default. */
  journal?: UploadJournal | undefined
  /** Called once when the journal cannot be read or written: uploads continue, but not after a reload. */
  onJournalFailure?: ((error: unknown) => void) | undefined
  /** How many files and bundles are sent in parallel; 4 by default. */
  lanes?: number | undefined
  /** Told of each upload that is over. The manager itself keeps no results. */
  onEnded?: ((ended: EndedUpload) => void) | undefined
  /** How often listeners are called at most; every 100 ms by default. */
  tellEveryMs?: number | undefined
  /** Whether the device is online; from the page or worker by default. */
  connection?: Connection | undefined
}

/**
 * Sends any number of files: several at once, small ones bundled, large ones in blocks. It waits out
 * temporary failures, and reports the others.
 */
export interface UploadManager {
  /**
   * Adds files and folders, also while others are sent. Resolves when all of them are listed, long before
   * they are sent; rejects when the list itself fails. Unreadable entries are listed as failed.
   *
   * @example await uploads.add(fromFileList(input.files), { parent_id: folder.id, conflict: 'rename' })
   */
  add(entries: UploadEntries, options?: AddOptions): Promise<void>
  /**
   * Resolves when nothing more happens without user action: everything has ended, the drive is full, or
   * nobody is signed in.
   *
   * @example const { files, halt } = await uploads.settled()
   */
  settled(): Promise<UploadSummary>
  /** Everything together; the same object until something changes. */
  summary(): UploadSummary
  /**
   * Calls the listener after changes, at most ten times a second by default, until the returned function is called.
   *
   * @example useSyncExternalStore(uploads.subscribe, uploads.summary)
   */
  subscribe(listener: () => void): () => void
  /**
   * Some of the uploads: what a list shows that is scrolled to there. There are `summary().files.total` of
   * them, in the order in which they were added; by `interest` those come first that somebody has to look at,
   * then those that move.
   *
   * @example const rows = uploads.window(0, 30)
   */
  window(first: number, count: number, order?: UploadOrder): UploadRow[]
  /** The first thousand failures with their reasons; `summary().files.failed` counts all. */
  failures(): readonly UploadRow[]
  /** Stops sending, all or one; what the server has stays there. One that goes in a bundle is not stopped. */
  pause(id?: number): void
  /** Goes on, also after the drive was full. */
  resume(id?: number): void
  /**
   * Gives up all or one, and removes what the server has of it. What is on its way in a bundle may arrive
   * all the same.
   */
  cancel(id?: number): void
  /**
   * Tries again what failed, all or one. What could not be read is looked for again, and what is found takes its
   * place under another id.
   */
  retry(id?: number): void
  /** Forgets what is over. */
  clear(): void
  /** Stops everything. Started uploads can be resumed by another manager with the same journal. */
  dispose(): void
}
