import type { BinaryBody } from '../request/call.ts'
import { toHex } from '../runtime/hex-id.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { UploadSource } from './upload-source.ts'

type Sha256 = NonNullable<Runtime['sha256']>

/** SHA-256 of each block of a body; a Blob is read block by block. */
export async function hashBlocks(
  sha256: Sha256,
  body: BinaryBody,
  blockBytes: number,
): Promise<string[]> {
  const size = body instanceof Blob ? body.size : body.length
  const hashes: string[] = []
  for (let start = 0; start < size; start += blockBytes) {
    const end = Math.min(start + blockBytes, size)
    const block =
      body instanceof Blob
        ? new Uint8Array(await body.slice(start, end).arrayBuffer())
        : body.subarray(start, end)
    hashes.push(toHex(await sha256(block)))
  }
  return hashes
}

/** The same of a whole source, one block in memory at a time. */
export async function hashSource(
  sha256: Sha256,
  source: UploadSource,
  blockBytes: number,
): Promise<string[]> {
  const hashes: string[] = []
  for (let start = 0; start < source.size; start += blockBytes) {
    const body = await source.slice(start, Math.min(start + blockBytes, source.size))
    hashes.push(...(await hashBlocks(sha256, body, blockBytes)))
  }
  return hashes
}
