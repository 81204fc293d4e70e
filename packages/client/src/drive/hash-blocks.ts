import { toNamedHash } from '@awan/protocol'
import type { BinaryBody } from '../request/call.ts'
import { toHex } from '../runtime/hex-id.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { UploadSource } from './upload-source.ts'

type Platform = Pick<Runtime, 'blake3' | 'page'>

/** The BLAKE3 of one block. Where the platform has none, a program is loaded for the first one. */
export async function hashBlock(
  platform: Platform,
  block: Uint8Array<ArrayBuffer>,
): Promise<string> {
  return toNamedHash('b3', toHex(await blake3(platform, block)))
}

async function blake3(platform: Platform, block: Uint8Array): Promise<Uint8Array> {
  if (platform.blake3) return platform.blake3(block)
  const { createHasher, hash } = await import('blake3-jit')
  // In a worker by vectors of WebAssembly, which the policy of a page may forbid.
  return platform.page ? createHasher().update(block).finalize() : hash(block)
}

/** The hash of each block of a body; a Blob is read block by block. */
export async function hashBlocks(
  platform: Platform,
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
    hashes.push(await hashBlock(platform, block))
  }
  return hashes
}

/** The same of a whole source, one block in memory at a time. */
export async function hashSource(
  platform: Platform,
  source: UploadSource,
  blockBytes: number,
): Promise<string[]> {
  const hashes: string[] = []
  for (let start = 0; start < source.size; start += blockBytes) {
    const body = await source.slice(start, Math.min(start + blockBytes, source.size))
    hashes.push(...(await hashBlocks(platform, body, blockBytes)))
  }
  return hashes
}
