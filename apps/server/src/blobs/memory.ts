import { Readable } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import {
  blobExists,
  blobIsIncomplete,
  blobIsSealed,
  blobNotFound,
  checkFits,
  checkGrowth,
  checkId,
  checkOffset,
  checkRange,
  checkSize,
  SMALLEST_UNIT_BYTES,
  writerIsClosed,
} from './blob-rules.ts'
import type { BlobDraft, BlobStat, BlobStore, BlobWriter } from './blob-store.ts'

/** Contents that live as long as the process, for tests and trials. */
export function createMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, MemoryBlob>()

  const find = (id: string) => {
    checkId(id)
    return blobs.get(id)
  }
  const findDraft = (draft: BlobDraft) => {
    const blob = find(draft.id)
    if (blob === undefined || blob.token !== draft.token) throw blobNotFound()
    return blob
  }

  return {
    kind: 'memory',

    async create(id, sizeBytes) {
      checkSize(sizeBytes)
      if (find(id) !== undefined) throw blobExists()
      const token = String(++tokens)
      blobs.set(id, {
        token,
        sizeBytes,
        units: [],
        state: 'open',
        modifiedAtMs: Date.now(),
      })
      return { id, sizeBytes, unitBytes: SMALLEST_UNIT_BYTES, token }
    },

    async grow(draft, sizeBytes) {
      checkGrowth(draft, sizeBytes)
      findDraft(draft).sizeBytes = sizeBytes
      return { ...draft, sizeBytes }
    },

    async writeAt(draft, offset) {
      checkOffset(draft, offset)
      findDraft(draft)
      return createMemoryWriter(draft, offset, () => findDraft(draft))
    },

    keptInMemory: () => 0,

    async seal(draft) {
      const blob = findDraft(draft)
      const count = Math.ceil(blob.sizeBytes / draft.unitBytes)
      for (let unit = 0; unit < count; unit++) {
        const length = Math.min(draft.unitBytes, blob.sizeBytes - unit * draft.unitBytes)
        if (blob.units[unit]?.length !== length) {
          throw blobIsIncomplete(`unit ${unit} of ${count} is missing`)
        }
      }
      blob.state = 'sealed'
    },

    async copy(id, toId) {
      const blob = find(id)
      if (blob?.state !== 'sealed') throw blobNotFound()
      if (find(toId) !== undefined) throw blobExists()
      const token = String(++tokens)
      blobs.set(toId, { ...blob, token, units: [...blob.units], modifiedAtMs: Date.now() })
      return { id: toId, sizeBytes: blob.sizeBytes, unitBytes: SMALLEST_UNIT_BYTES, token }
    },

    async read(id, range) {
      const blob = find(id)
      if (blob?.state !== 'sealed') throw blobNotFound()
      if (range !== undefined) checkRange(range, blob.sizeBytes)
      const { start, end } = range ?? { start: 0, end: blob.sizeBytes - 1 }
      return Readable.from(slices(blob.units, start, end + 1), { objectMode: false })
    },

    async stat(id) {
      const blob = find(id)
      return blob && toStat(id, blob)
    },

    async delete(id) {
      checkId(id)
      blobs.delete(id)
    },

    async *list() {
      for (const [id, blob] of [...blobs]) yield toStat(id, blob)
    },

    async check() {},

    async [Symbol.asyncDispose]() {
      blobs.clear()
    },
  }
}

interface MemoryBlob {
  readonly token: string
  sizeBytes: number
  /** By number; one that was never flushed is missing. */
  readonly units: (Buffer | undefined)[]
  state: 'open' | 'sealed'
  modifiedAtMs: number
}

let tokens = 0

function toStat(id: string, { state, sizeBytes, modifiedAtMs }: MemoryBlob): BlobStat {
  return state === 'open' ? { id, state, modifiedAtMs } : { id, state, sizeBytes, modifiedAtMs }
}

function createMemoryWriter(draft: BlobDraft, offset: number, find: () => MemoryBlob): BlobWriter {
  const appended: Uint8Array[] = []
  let end = offset
  let isClosed = false

  const findOpen = () => {
    if (isClosed) throw writerIsClosed()
    const blob = find()
    if (blob.state === 'sealed') throw blobIsSealed()
    return blob
  }

  return {
    async append(bytes) {
      findOpen()
      checkFits(draft, end, bytes)
      appended.push(bytes)
      end += bytes.length
    },

    async flush() {
      const blob = findOpen()
      const bytes = Buffer.concat(appended)
      for (let at = 0; at < bytes.length; at += draft.unitBytes) {
        const unit = (offset + at) / draft.unitBytes
        blob.units[unit] = bytes.subarray(at, at + draft.unitBytes)
      }
      blob.modifiedAtMs = Date.now()
      return end
    },

    async [Symbol.asyncDispose]() {
      isClosed = true
    },
  }
}

function* slices(units: (Buffer | undefined)[], start: number, end: number): Generator<Buffer> {
  let at = 0
  for (const unit of units) {
    // Sealing has seen to it that no unit is missing.
    if (unit === undefined)
      throw new ServiceError('data_loss', { description: 'a unit is missing' })
    const from = Math.max(start - at, 0)
    const to = Math.min(end - at, unit.length)
    if (from < to) yield Buffer.from(unit.subarray(from, to))
    at += unit.length
  }
}
