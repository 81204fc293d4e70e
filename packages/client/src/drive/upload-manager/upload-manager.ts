import type { File } from '@awan/protocol/drive'
import type { ServiceError } from '@awan/protocol/errors'
import type { AddOptions } from './batch.ts'
import type { Connection } from './connection.ts'
import type { UploadEntries } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'
import type { UploadOrder, UploadRow } from './upload-list.ts'
import type { UploadSummary } from './upload-summary.ts'

/** An upload that is over, or failed; told once each time. */
export interface EndedUpload {
  readonly id: number
  readonly path: string
  readonly state: 'done' | 'failed' | 'skipped' | 'cancelled'
  /** What it has become; not told of what was there already. */
  readonly file: File | undefined
  readonly error: ServiceError | undefined
}

export interface UploadManagerOptions {
  /** Where the files go; the caller's own drive unless told. */
  driveId?: string | undefined
  /** Where begun uploads are remembered; in memory unless told. */
  journal?: UploadJournal | undefined
  /** Told, once, when the journal cannot be read or written: uploads go on, but not after a reload. */
  onJournalFailure?: ((error: unknown) => void) | undefined
  /** Files and bundles that are sent side by side; 4 unless told. */
  lanes?: number | undefined
  /** Told of each upload that is over. The manager itself keeps no results. */
  onEnded?: ((ended: EndedUpload) => void) | undefined
  /** Listeners are told at most so often; every 100 ms unless told. */
  tellEveryMs?: number | undefined
  /** What the platform says about the network; that of the page or worker unless told. */
  connection?: Connection | undefined
}

/**
 * Sends any number of files: several at once, small ones bundled, large ones in blocks. It waits out what
 * goes wrong by itself, and says what does not.
 */
export interface UploadManager {
  /**
   * Takes files and folders, also while others are sent. Resolves when all of them are read in, which is
   * long before they are sent; rejects when the list itself fails. What is unreadable in it is listed as failed.
   *
   * @example await uploads.add(fromFileList(input.files), { parent_id: folder.id, conflict: 'rename' })
   */
  add(entries: UploadEntries, options?: AddOptions): Promise<void>
  /**
   * Resolves when nothing more happens by itself: all is over, or the drive is full, or nobody is signed in.
   *
   * @example const { files, halt } = await uploads.settled()
   */
  settled(): Promise<UploadSummary>
  /** Everything together; the same object until something changes. */
  summary(): UploadSummary
  /**
   * Calls back after changes, at most ten times a second unless told otherwise, until the returned function is called.
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
  /** Stops everything and listens no more. What was begun goes on with another manager and the same journal. */
  dispose(): void
}
