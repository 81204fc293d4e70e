import { createHash } from 'node:crypto'
import type { HashAlgorithm } from '@awan/protocol'
import { blake3 } from '../../kernel/blake3/blake3.ts'

/** What contents are hashed by from now on; those from before keep what they have until they are hashed again. */
export const NEW_HASH: HashAlgorithm = 'b3'

/** Takes the bytes of one block as they come. */
export interface BlockHasher {
  update(bytes: Uint8Array): void
  /** With the name of its algorithm. */
  digest(): string
}

export function createBlockHasher(algorithm: HashAlgorithm): BlockHasher {
  if (algorithm === 'b3') {
    const hasher = blake3.create()
    return { update: (bytes) => hasher.update(bytes), digest: () => `b3:${hasher.digest()}` }
  }
  const hash = createHash('sha256')
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') }
}

/** Of a block that is in memory as a whole. */
export function hashBlock(bytes: Uint8Array): string {
  return `b3:${blake3.hash(bytes)}`
}
