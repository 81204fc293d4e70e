import type { FileHandle } from 'node:fs/promises'
import type { ServiceError } from '@awan/protocol/errors'
import { PAGE_BYTES } from './aligned-memory.ts'
import { checkFits, writerIsClosed } from './blob-rules.ts'
import type { BlobDraft, BlobWriter } from './blob-store.ts'
import type { DirectFile } from './direct-file.ts'
import { toDiskError } from './disk-errors.ts'
import type { DiskRoom } from './disk-room.ts'
import { afterBytes, countBytes, GatheredBytes, type TakenBytes } from './gathered-bytes.ts'

/** What the writers of one disk know of each other. */
export interface DiskLoad {
  /** One background sync runs at a time, so that writers cannot take up the whole thread pool. */
  isSyncing: boolean
  /** The more there are, the less each gathers: together they hold a bounded amount of memory. */
  writers: number
}

/** One open file, by one way or two. */
export interface DiskFile {
  readonly file: FileHandle
  /** For whole pages of large contents. */
  readonly direct: DirectFile | undefined
}

/**
 * Gathers what is appended and hands it to the disk in large writes: one write is under way while the
 * next is gathered. What goes through the page cache is not copied here, and every so often a sync is
 * started beside the writing, so that little is left to do at the end; past it there is never much left.
 */
export class DiskWriter implements BlobWriter {
  readonly #file: FileHandle
  readonly #direct: DirectFile | undefined
  readonly #draft: BlobDraft
  readonly #room: DiskRoom
  readonly #load: DiskLoad
  readonly #onClose: () => void
  readonly #gathered = new GatheredBytes()
  #writtenEnd: number
  /** Every write in its order. Once it has failed it stays so, and everything after it fails. */
  #writes: Promise<void> = Promise.resolve()
  #syncing: Promise<void> | undefined
  #unsyncedBytes = 0
  #refusal: ServiceError | undefined

  constructor(
    { file, direct }: DiskFile,
    draft: BlobDraft,
    offset: number,
    { room, load }: { room: DiskRoom; load: DiskLoad },
    onClose: () => void,
  ) {
    this.#file = file
    this.#direct = direct
    this.#draft = draft
    this.#writtenEnd = offset
    this.#room = room
    this.#load = load
    load.writers++
    this.#onClose = onClose
  }

  async append(bytes: Uint8Array, onTaken?: () => void): Promise<void> {
    if (this.#refusal) throw this.#refusal
    checkFits(this.#draft, this.#writtenEnd + this.#gathered.count, bytes)
    this.#gathered.add(bytes, onTaken)
    if (this.#gathered.count < this.#enoughBytes) return
    const before = this.#writes
    // Up to the end of a page: what is written in part is read and written again.
    this.#writeGathered((this.#writtenEnd + this.#gathered.count) % PAGE_BYTES)
    await before
  }

  async flush(): Promise<number> {
    if (this.#refusal) throw this.#refusal
    if (this.#gathered.count > 0) this.#writeGathered()
    const end = this.#writtenEnd
    await this.#writes
    await this.#syncing
    try {
      await this.#file.datasync()
    } catch (error) {
      throw this.#fail(error)
    }
    if (this.#refusal) throw this.#refusal
    return end
  }

  /** Nothing of this writer reaches the file once this has resolved. */
  async shutOut(refusal: ServiceError): Promise<void> {
    this.#refusal ??= refusal
    await this.#close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#refusal ??= writerIsClosed()
    await this.#close()
  }

  get #enoughBytes(): number {
    return Math.max(PAGE_BYTES, Math.min(WRITE_BYTES, GATHERED_BYTES / this.#load.writers))
  }

  #writeGathered(left = 0): void {
    const offset = this.#writtenEnd
    this.#writtenEnd += this.#gathered.count - left
    const taken = this.#gathered.take(left)
    this.#writes = this.#writes.then(() => this.#write(taken, offset))
    // The next append or flush throws it.
    this.#writes.catch(() => undefined)
  }

  async #write({ pieces, tell }: TakenBytes, offset: number): Promise<void> {
    if (this.#refusal) throw this.#refusal
    try {
      await this.#room.take(countBytes(pieces))
      const direct = (await this.#direct?.write(pieces, offset)) ?? 0
      let rest = afterBytes(pieces, direct)
      for (let at = offset + direct; rest.length > 0; ) {
        const { bytesWritten } = await this.#file.writev(rest, at)
        at += bytesWritten
        this.#unsyncedBytes += bytesWritten
        rest = afterBytes(rest, bytesWritten)
      }
    } catch (error) {
      throw this.#fail(error)
    }
    tell()
    if (this.#unsyncedBytes >= EARLY_SYNC_BYTES && !this.#load.isSyncing) this.#syncEarly()
  }

  #syncEarly(): void {
    this.#unsyncedBytes = 0
    this.#load.isSyncing = true
    this.#syncing = this.#file
      .datasync()
      .catch((error: unknown) => {
        // A disk says only once what it has lost: the writer must not forget it.
        this.#fail(error)
      })
      .finally(() => {
        this.#load.isSyncing = false
      })
  }

  #fail(error: unknown): ServiceError {
    this.#refusal ??= toDiskError(error)
    return this.#refusal
  }

  #closing: Promise<void> | undefined

  #close(): Promise<void> {
    this.#closing ??= (async () => {
      // Both have been reported, or the caller has given up what they were about.
      await this.#writes.catch(() => undefined)
      await this.#syncing
      this.#load.writers--
      this.#onClose()
      await this.#direct?.close()
      await this.#file.close()
    })()
    return this.#closing
  }
}

const WRITE_BYTES = 1024 * 1024
/** By all writers together; each has as much again on its way to the disk. */
const GATHERED_BYTES = 8 * 1024 * 1024
const EARLY_SYNC_BYTES = 32 * 1024 * 1024
