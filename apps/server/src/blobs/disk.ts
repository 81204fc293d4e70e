import { constants, type Stats } from 'node:fs'
import { copyFile, type FileHandle, open, opendir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { AlignedMemory } from './aligned-memory.ts'
import {
  blobExists,
  blobIsIncomplete,
  blobIsSealed,
  blobNotFound,
  blobPath,
  checkGrowth,
  checkOffset,
  checkRange,
  checkSize,
  SMALLEST_UNIT_BYTES,
  toBlobId,
} from './blob-rules.ts'
import type { BlobDraft, BlobStat, BlobStore, ByteRange } from './blob-store.ts'
import { openDirect } from './direct-file.ts'
import { checkDisk } from './disk-check.ts'
import { errorCode, toDiskError } from './disk-errors.ts'
import { openRoot, Shards, syncFolder } from './disk-folders.ts'
import { DiskReader } from './disk-reader.ts'
import { DiskRoom } from './disk-room.ts'
import { type DiskFile, type DiskLoad, DiskWriter } from './disk-writer.ts'

/**
 * One plain file per blob, at its final place from the beginning. Its mode is its state: 0600 while
 * it is open, 0400 once it is sealed, so that a crash leaves no doubt and no database is asked.
 */
export async function openDiskBlobStore({ path }: { path: string }): Promise<BlobStore> {
  const root = await openRoot(path).catch((error: unknown) => {
    throw toDiskError(error)
  })
  return new DiskBlobStore(root)
}

class DiskBlobStore implements BlobStore {
  readonly kind = 'disk'
  readonly #root: string
  readonly #shards: Shards
  readonly #writers = new Map<string, Set<DiskWriter>>()
  /** Blobs that are being sealed or deleted at this moment. */
  readonly #endings = new Map<string, ServiceError>()
  readonly #memory = new AlignedMemory()
  readonly #writing: { room: DiskRoom; load: DiskLoad }

  constructor(root: string) {
    this.#root = root
    this.#shards = new Shards(root)
    this.#writing = { room: new DiskRoom(root), load: { isSyncing: false, writers: 0 } }
  }

  create(id: string, sizeBytes: number): Promise<BlobDraft> {
    return onDisk(async () => {
      checkSize(sizeBytes)
      const folder = await this.#shards.make(blobPath(id).shard)
      const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
      const file = await open(join(folder, id), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OPEN_MODE)
      await file.close()
      await syncFolder(folder)
      return { id, sizeBytes, unitBytes: SMALLEST_UNIT_BYTES, token: '' }
    })
  }

  /** A file has the size of what was written to it. */
  async grow(draft: BlobDraft, sizeBytes: number): Promise<BlobDraft> {
    checkGrowth(draft, sizeBytes)
    return { ...draft, sizeBytes }
  }

  keptInMemory(): number {
    return 0
  }

  writeAt(draft: BlobDraft, offset: number): Promise<DiskWriter> {
    return onDisk(async () => {
      checkOffset(draft, offset)
      const file = await this.#open(draft.id, constants.O_WRONLY)
      if (file === undefined) throw blobNotFound()
      const isLarge = draft.sizeBytes >= LARGE_BYTES
      const direct = isLarge ? await openDirect(file, this.#memory) : undefined
      const writer = this.#register(draft, offset, { file, direct })
      try {
        // Only now: a seal or delete from here on finds the writer and ends it.
        const stats = await file.stat()
        if (stats.nlink === 0) throw blobNotFound()
        if (isSealed(stats)) throw blobIsSealed()
        const ending = this.#endings.get(draft.id)
        if (ending !== undefined) throw ending
        return writer
      } catch (error) {
        await writer[Symbol.asyncDispose]()
        throw error
      }
    })
  }

  seal(draft: BlobDraft): Promise<void> {
    return onDisk(async () => {
      await using file = await this.#open(draft.id, constants.O_RDONLY)
      if (file === undefined) throw blobNotFound()
      const { size } = await file.stat()
      if (size !== draft.sizeBytes) {
        throw blobIsIncomplete(`${size} of ${draft.sizeBytes} bytes are there`)
      }
      await this.#withoutWriters(draft.id, blobIsSealed(), async () => {
        // The mode must not become durable before the bytes.
        await file.sync()
        await file.chmod(SEALED_MODE)
        await file.sync()
      })
    })
  }

  copy(id: string, toId: string): Promise<BlobDraft> {
    return onDisk(async () => {
      const stat = await this.stat(id)
      if (stat?.state !== 'sealed') throw blobNotFound()
      const folder = await this.#shards.make(blobPath(toId).shard)
      await this.#writing.room.take(stat.sizeBytes)
      try {
        // Where the file system can share the bytes of two files, nothing is copied at all.
        const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants
        const path = join(this.#root, blobPath(id).path)
        await copyFile(path, join(folder, toId), COPYFILE_EXCL | COPYFILE_FICLONE)
      } catch (error) {
        throw errorCode(error) === 'ENOENT' ? blobNotFound() : error
      }
      await using file = await this.#open(toId, constants.O_RDONLY)
      if (file === undefined) throw blobNotFound()
      await file.sync()
      // The mode has come along, but for what the process may not give.
      await file.chmod(SEALED_MODE)
      await file.sync()
      await syncFolder(folder)
      return { id: toId, sizeBytes: stat.sizeBytes, unitBytes: SMALLEST_UNIT_BYTES, token: '' }
    })
  }

  read(id: string, range?: ByteRange): Promise<Readable> {
    return onDisk(async () => {
      const file = await this.#open(id, constants.O_RDONLY)
      if (file === undefined) throw blobNotFound()
      try {
        const stats = await file.stat()
        if (!isSealed(stats)) throw blobNotFound()
        if (range !== undefined) checkRange(range, stats.size)
        const { start, end } = range ?? { start: 0, end: stats.size - 1 }
        if (stats.size > 0) return new DiskReader(file, { start, end })
      } catch (error) {
        await file.close()
        throw error
      }
      await file.close()
      return Readable.from([], { objectMode: false })
    })
  }

  stat(id: string): Promise<BlobStat | undefined> {
    return onDisk(async () => {
      await using file = await this.#open(id, constants.O_RDONLY)
      return file && toStat(id, await file.stat())
    })
  }

  delete(id: string): Promise<void> {
    return onDisk(async () => {
      const folder = await this.#shards.find(blobPath(id).shard)
      if (folder === undefined) return
      await this.#withoutWriters(id, blobNotFound(), async () => {
        try {
          await unlink(join(folder, id))
        } catch (error) {
          if (errorCode(error) !== 'ENOENT') throw error
        }
        // Also when it was gone: the one who removed it may not have come as far as this.
        await syncFolder(folder)
      })
    })
  }

  async *list(): AsyncIterable<BlobStat> {
    try {
      for await (const shard of await opendir(this.#root)) {
        if (!shard.isDirectory()) continue
        for await (const entry of await opendir(join(this.#root, shard.name))) {
          const id = toBlobId(`${shard.name}/${entry.name}`)
          if (id === undefined || !entry.isFile()) continue
          // One that is deleted meanwhile is not listed.
          const stat = await this.stat(id)
          if (stat !== undefined) yield stat
        }
      }
    } catch (error) {
      throw toDiskError(error)
    }
  }

  check(): Promise<void> {
    return onDisk(async () => {
      await checkDisk(this.#root)
      await this.#writing.room.check()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new ServiceError('unavailable', { description: 'the blob store is closed' })
    await Promise.all([...this.#writers.keys()].map((id) => this.#shutOut(id, closed)))
  }

  async #open(id: string, access: number): Promise<FileHandle | undefined> {
    const folder = await this.#shards.find(blobPath(id).shard)
    if (folder === undefined) return undefined
    let file: FileHandle
    try {
      // Without O_NONBLOCK a named pipe in the place of a blob would be waited for.
      file = await open(join(folder, id), access | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      // Nobody but root can even open a sealed file to write.
      if (errorCode(error) === 'EACCES' && access === constants.O_WRONLY) {
        if ((await this.stat(id))?.state === 'sealed') throw blobIsSealed()
      }
      throw error
    }
    if ((await file.stat()).isFile()) return file
    await file.close()
    throw new ServiceError('unavailable', {
      description: 'something that is not a plain file is in the place of a blob',
      cause: new Error(`${join(folder, id)} is not a plain file`),
    })
  }

  #register(draft: BlobDraft, offset: number, file: DiskFile): DiskWriter {
    const writers = this.#writers.get(draft.id) ?? new Set()
    this.#writers.set(draft.id, writers)
    const writer = new DiskWriter(file, draft, offset, this.#writing, () => {
      writers.delete(writer)
      if (writers.size === 0) this.#writers.delete(draft.id)
    })
    writers.add(writer)
    return writer
  }

  /** Keeps everybody from writing the blob while its end is being made. */
  async #withoutWriters(id: string, refusal: ServiceError, work: () => Promise<void>) {
    this.#endings.set(id, refusal)
    try {
      await this.#shutOut(id, refusal)
      await work()
    } finally {
      if (this.#endings.get(id) === refusal) this.#endings.delete(id)
    }
  }

  async #shutOut(id: string, refusal: ServiceError): Promise<void> {
    const writers = [...(this.#writers.get(id) ?? [])]
    await Promise.all(writers.map((writer) => writer.shutOut(refusal)))
  }
}

/**
 * From here on contents go past the page cache: bringing them there and out again takes longer than the
 * disk does. Smaller ones are written sooner through it, and mostly read again soon.
 */
const LARGE_BYTES = 64 * 1024 * 1024

const OPEN_MODE = 0o600
const SEALED_MODE = 0o400

function isSealed(stats: Stats): boolean {
  return (stats.mode & 0o200) === 0
}

function toStat(id: string, stats: Stats): BlobStat {
  const modifiedAtMs = Math.floor(stats.mtimeMs)
  return isSealed(stats)
    ? { id, state: 'sealed', sizeBytes: stats.size, modifiedAtMs }
    : { id, state: 'open', modifiedAtMs }
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isServiceError(error)) throw error
    throw errorCode(error) === 'EEXIST' ? blobExists() : toDiskError(error)
  }
}
