import { BLOCK_BYTES } from './limits.ts'

/**
 * The content hash is SHA-256 over the SHA-256 of each block, in order. Blocks can so be hashed,
 * verified and sent one by one, in any order and beside each other, and the whole is still one hash.
 */
export async function hashContent(
  blockHashes: readonly string[],
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer | Uint8Array>,
): Promise<string> {
  const joined = new Uint8Array(blockHashes.length * HASH_BYTES)
  for (const [block, hash] of blockHashes.entries()) joined.set(fromHex(hash), block * HASH_BYTES)
  return toHex(new Uint8Array(await sha256(joined)))
}

/** How many blocks a content of this size has; none when it is empty. */
export function countBlocks(sizeBytes: number): number {
  return Math.ceil(sizeBytes / BLOCK_BYTES)
}

/** The length of one block: all are full but the last. */
export function blockLength(sizeBytes: number, block: number): number {
  return Math.max(0, Math.min(BLOCK_BYTES, sizeBytes - block * BLOCK_BYTES))
}

const HASH_BYTES = 32

function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(HASH_BYTES)
  for (let i = 0; i < HASH_BYTES; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)
  return bytes
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
