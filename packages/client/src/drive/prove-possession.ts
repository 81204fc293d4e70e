import type { ProofChallenge } from '@awan/protocol/drive'
import { toHex } from '../runtime/hex-id.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { UploadSource } from './upload-source.ts'

type Sha256 = NonNullable<Runtime['sha256']>
type Bytes = Uint8Array<ArrayBuffer>

/**
 * Proves to have a content without sending it: HMAC-SHA256 with the nonce as its key, over the upload's id
 * and the HMAC of each range. One range lies in memory at a time.
 */
export async function provePossession(
  sha256: Sha256,
  source: UploadSource,
  uploadId: string,
  { nonce, ranges }: ProofChallenge,
): Promise<string> {
  const key = fromHex(nonce)
  const parts: Bytes[] = [new TextEncoder().encode(uploadId)]
  for (const [start, end] of ranges) {
    const body = await source.slice(start, end + 1)
    const bytes = body instanceof Uint8Array ? body : new Uint8Array(await body.arrayBuffer())
    parts.push(await hmac(sha256, key, bytes))
    if (body instanceof Uint8Array) source.release?.(body)
  }
  return toHex(await hmac(sha256, key, join(...parts)))
}

/** RFC 2104, on the hash that the platform has. */
async function hmac(sha256: Sha256, key: Bytes, bytes: Bytes): Promise<Bytes> {
  const inner = await sha256(join(padded(key, 0x36), bytes))
  return new Uint8Array(await sha256(join(padded(key, 0x5c), inner)))
}

/** The key is shorter than a block of the hash. */
function padded(key: Bytes, pad: number): Bytes {
  return new Uint8Array(HASH_BLOCK_BYTES).map((_, at) => (key[at] ?? 0) ^ pad)
}

function join(...parts: Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

function fromHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

const HASH_BLOCK_BYTES = 64
