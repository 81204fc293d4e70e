import type { Readable } from 'node:stream'

export interface ByteRange {
  /** First byte. */
  start: number
  /** Last byte, included, as in HTTP. */
  end: number
}

/**
 * A blob that is still being written. It is plain data: whoever keeps it (in the database) can go on
 * after a restart, in another process.
 */
export interface BlobDraft {
  readonly id: string
  readonly sizeBytes: number
  /** Where a write may start and how long it must be: whole units, but for the end of the blob. */
  readonly unitBytes: number
  /** What the store itself needs to go on, e.g. the id of a multipart upload. */
  readonly token: string
}

export interface BlobStat {
  readonly id: string
  readonly sizeBytes: number
  readonly state: 'open' | 'sealed'
  readonly modifiedAtMs: number
}

/** Appends from its offset on. Nothing counts as written before `flush` has resolved. */
export interface BlobWriter extends AsyncDisposable {
  append(bytes: Uint8Array): Promise<void>
  /** Makes everything appended so far durable (fsync, or the end of a part). */
  flush(): Promise<void>
}

/**
 * Immutable contents by id. A blob is created with its size, written in any order of units, by any
 * number of writers at once, each unit once at its final place, then sealed; only sealed blobs are
 * read. Ids are ours (`[0-9a-z]{8,64}`), never a person's words.
 */
export interface BlobStore extends AsyncDisposable {
  readonly kind: 'disk' | 's3' | 'memory'
  create(id: string, sizeBytes: number): Promise<BlobDraft>
  writeAt(draft: BlobDraft, offset: number): Promise<BlobWriter>
  /** Complete and immutable from now on, durably. Sealing again is harmless. */
  seal(draft: BlobDraft): Promise<void>
  /** Throws `not_found` for an unknown or open blob, `out_of_range` for a range beyond its end. */
  read(id: string, range?: ByteRange): Promise<Readable>
  stat(id: string): Promise<BlobStat | undefined>
  /** Removes a blob or a draft with all of its parts; an unknown id is fine. */
  delete(id: string): Promise<void>
  /** Every blob, open ones too, in no order. */
  list(): AsyncIterable<BlobStat>
  /** Resolves when the store can be used; says why not otherwise. */
  check(): Promise<void>
}
