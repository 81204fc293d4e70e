import { createHash, randomBytes } from 'node:crypto'
import { BLOCK_BYTES } from '@awan/protocol'
import type { ByteRange } from '../../blobs/blob-store.ts'

/** What a proof is made of; both sides find the same ranges. */
export interface Challenge {
  /** 32 bytes, in hexadecimal: the key of the proof. */
  nonce: string
  ranges: readonly ByteRange[]
}

export function newNonce(): string {
  return randomBytes(32).toString('hex')
}

/**
 * All of a content up to 64 MiB, block by block. Of a larger one 1 MiB in each of 64 slices, at a place
 * that the nonce says: reading stays bounded, and who lacks a part of the content does not know which.
 */
export function toChallenge(nonce: string, sizeBytes: number): Challenge {
  return { nonce, ranges: sizeBytes <= WHOLE_BYTES ? blocks(sizeBytes) : samples(nonce, sizeBytes) }
}

function blocks(sizeBytes: number): ByteRange[] {
  const ranges: ByteRange[] = []
  for (let start = 0; start < sizeBytes; start += BLOCK_BYTES) {
    ranges.push({ start, end: Math.min(start + BLOCK_BYTES, sizeBytes) - 1 })
  }
  return ranges
}

function samples(nonce: string, sizeBytes: number): ByteRange[] {
  const sliceBytes = Math.floor(sizeBytes / SAMPLES)
  return Array.from({ length: SAMPLES }, (_, slice) => {
    const random = createHash('sha256').update(`${nonce} ${slice}`).digest().readUIntBE(0, 6)
    const start = slice * sliceBytes + (random % (sliceBytes - SAMPLE_BYTES + 1))
    return { start, end: start + SAMPLE_BYTES - 1 }
  })
}

const SAMPLES = 64
const SAMPLE_BYTES = 1024 * 1024
const WHOLE_BYTES = SAMPLES * SAMPLE_BYTES
