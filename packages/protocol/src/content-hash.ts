import { BLOCK_BYTES } from './limits.ts'

/** What a hash of a block or a content is computed by: BLAKE3, or SHA-256 where it is older. */
export const HASH_ALGORITHMS = ['b3', 'sha256'] as const
export type HashAlgorithm = (typeof HASH_ALGORITHMS)[number]

/** A hash names its algorithm: `b3:` and 64 digits. SHA-256 stands bare, as when there was no other. */
export function algorithmOf(hash: string): HashAlgorithm {
  return hash.startsWith(B3) ? 'b3' : 'sha256'
}

/** The digits alone. */
export function digitsOf(hash: string): string {
  return hash.startsWith(B3) ? hash.slice(B3.length) : hash
}

/** A hash of this algorithm, with its name. */
export function toNamedHash(algorithm: HashAlgorithm, digits: string): string {
  return algorithm === 'b3' ? `${B3}${digits}` : digits
}

/** How many blocks a content of this size has; none when it is empty. */
export function countBlocks(sizeBytes: number): number {
  return Math.ceil(sizeBytes / BLOCK_BYTES)
}

/** The length of one block: all are full but the last. */
export function blockLength(sizeBytes: number, block: number): number {
  return Math.max(0, Math.min(BLOCK_BYTES, sizeBytes - block * BLOCK_BYTES))
}

const B3 = 'b3:'
