import { createCipheriv } from 'node:crypto'
import { Readable } from 'node:stream'

// What tests send and are set up with. It needs no test runner, so that a process of its own can use it too.

export const HOUR_MS = 3_600_000
export const UPLOAD_TTL_MS = 48 * HOUR_MS
export const LINK_KEY = Buffer.alloc(32, 7)

export function newUpload(
  name: string,
  bytes: Buffer,
  more: { parentId?: string; blockHashes?: string[]; modifiedAt?: number } = {},
) {
  return {
    parentId: more.parentId ?? 'root',
    name,
    sizeBytes: bytes.length,
    blockHashes: more.blockHashes,
    mimeType: undefined,
    modifiedAt: more.modifiedAt,
  }
}

/** As a socket gives them: in pieces that know nothing of blocks. */
export function chunked(bytes: Buffer, chunkBytes = 100_003): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        yield bytes.subarray(at, at + chunkBytes)
      }
    })(),
    { objectMode: false },
  )
}

/** A sender that stops after its first bytes until the test lets it go on. */
export function haltingSender(first: Buffer) {
  const taken = Promise.withResolvers<void>()
  let isFirst = true
  const bytes = new Readable({
    read() {
      if (!isFirst) taken.resolve()
      else this.push(first)
      isFirst = false
    },
  })
  return {
    bytes,
    /** Resolves when the first bytes have been taken and more are asked for. */
    taken: taken.promise,
    goOn(rest: Buffer) {
      bytes.push(rest)
      bytes.push(null)
    },
    cut() {
      bytes.destroy(new Error('connection reset'))
    },
  }
}

/** Bytes that look random, and are the same for the same seed. */
export function someBytes(length: number, seed = 1): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(
    Buffer.alloc(length),
  )
}
