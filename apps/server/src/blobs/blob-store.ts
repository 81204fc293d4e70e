import type { Readable } from 'node:stream'

export interface ByteRange {
  /** First byte. */
  start: number
  /** Last byte, included, as in HTTP. */
  end: number
}

/**
 * A blob that is still being written. It is plain data: stored in the database, it can be continued
 * after a restart or in another process.
 */
export interface BlobDraft {
  readonly id: string
  readonly sizeBytes: number
  /**
   * A write starts at a multiple of this, and what it leaves of a last unit may not be kept, but for
   * the end of the blob. A multiple of BLOCK_BYTES.
   */
  readonly unitBytes: number
  /** What the store itself needs to go on, e.g. the id of a multipart upload. */
  readonly token: string
}

/** An open blob has no size to tell: object storage counts it only when it is sealed. */
export type BlobStat = SealedBlobStat | OpenBlobStat

interface SealedBlobStat {
  readonly id: string
  readonly state: 'sealed'
  readonly sizeBytes: number
  readonly modifiedAtMs: number
}

interface OpenBlobStat {
  readonly id: string
  readonly state: 'open'
  /** When it was created, or written last, whichever the store knows. */
  readonly modifiedAtMs: number
}

/**
 * Appends from its offset on, one call after the other. Nothing counts as written before `flush` has
 * said so; leaving without a flush gives the rest up. A writer that has failed once stays failed.
 */
export interface BlobWriter extends AsyncDisposable {
  /**
   * Takes the bytes over: they must not be changed before `onTaken`, which a store calls, if it can
   * tell, when it needs them no more. Resolves when more may come.
   */
  append(bytes: Uint8Array, onTaken?: () => void): Promise<void>
  /**
   * Makes what was appended durable (fsync, or the end of a part) and resolves to the offset in the
   * blob before which it is. That is the end of the last append, but for a store that keeps whole
   * units only: there a unit that is not full stays in memory, and the offset is its beginning.
   */
  flush(): Promise<number>
}

/**
 * Immutable contents by id. A blob is created with its size, written in any order of units, by any
 * number of writers at once, each unit at its final place, then sealed; only sealed blobs are read.
 * Ids are ours (`[0-9a-z]{8,64}`), never a person's words, and each is used once.
 *
 * A store does not remember which bytes were flushed: the caller does, and does not write a unit
 * again that it counts as there. Sealing and deleting shut out the writers that are still at work.
 */
export interface BlobStore extends AsyncDisposable {
  readonly kind: 'disk' | 's3' | 'memory'
  /** Throws `already_exists` rather than touch a sealed blob of the same id. */
  create(id: string, sizeBytes: number): Promise<BlobDraft>
  /**
   * The draft of a blob that becomes larger than was said; what was written stays, in units as large as
   * before. Throws `invalid_argument` for more than the store holds in such units.
   */
  grow(draft: BlobDraft, sizeBytes: number): Promise<BlobDraft>
  /**
   * Throws `out_of_range` beyond the end and `invalid_argument` between units. A blob that is gone
   * (`not_found`) or sealed (`failed_precondition`) is refused here or by the writer.
   */
  writeAt(draft: BlobDraft, offset: number): Promise<BlobWriter>
  /** How many bytes one writer of it keeps in memory at most, beside those that it was given last. */
  keptInMemory(draft: BlobDraft): number
  /**
   * Complete and immutable from now on, durably. Sealing again is harmless. Throws
   * `failed_precondition` when the store can tell that bytes are missing: every store sees a missing
   * end, not every one sees a gap.
   */
  seal(draft: BlobDraft): Promise<void>
  /**
   * Makes a sealed blob of the same bytes, durably, without passing them through this process where
   * the store can do that. Throws `not_found` for an unknown or open blob. Killed in between, it may
   * leave a blob that is not whole: it counts only when the call has ended.
   */
  copy(id: string, toId: string): Promise<BlobDraft>
  /**
   * Throws `not_found` for an unknown or open blob, `out_of_range` for a range beyond its end. The
   * caller reads the stream to its end or destroys it, and may do with the bytes what it likes.
   */
  read(id: string, range?: ByteRange): Promise<Readable>
  stat(id: string): Promise<BlobStat | undefined>
  /** Removes a blob or a draft with all of its parts; an unknown id is fine. */
  delete(id: string): Promise<void>
  /** Every blob, open ones too, in no order. */
  list(): AsyncIterable<BlobStat>
  /** Resolves when the store can be used; says why not otherwise. */
  check(): Promise<void>
}

/** A stream that knows its length: it gives so many bytes or fails. */
export interface ExactStream extends Readable {
  readonly exactBytes: number
}

/** A stream that asks before each of its pieces whether to go on. What a question throws ends the stream. */
export interface AskingStream extends Readable {
  /** Undefined where there is nothing to wait for. */
  askBeforePiece: () => Promise<void> | undefined
}
