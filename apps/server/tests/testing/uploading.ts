import { BLOCK_BYTES, countBlocks } from '@awan/protocol'
import type { Upload } from '@awan/protocol/drive'
import { someBytes } from '../../src/drive/test-bytes.ts'
import { blockHashes, contentHash } from '../../src/drive/testing.ts'
import { type Chance, pick } from './chance.ts'
import type { DriveCalls } from './drive-calls.ts'

export interface Content {
  readonly bytes: Buffer
  readonly blockHashes: string[]
  readonly hash: string
}

/** An upload that has begun, and what of it was answered with yes. */
export interface Uploading {
  readonly id: string
  readonly name: string
  readonly parentId: string
  readonly content: Content
  readonly blocksPerPut: number
  readonly kept: Set<number>
  isCommitting: boolean
}

/** Mostly small; some of several blocks, with and without a full last one. */
export function someContent(chance: Chance): Content {
  const small = Math.floor(chance() * 60_000)
  const large = BLOCK_BYTES * (1 + Math.floor(chance() * 3))
  const size = pick(chance, [0, small, small, small, small, large, large + small]) ?? 0
  return contentOf(size, 1 + Math.floor(chance() * 255))
}

/** On either side of what lies in a row. */
export function smallContent(chance: Chance): Content {
  return contentOf(Math.floor(chance() * 60_000), 1 + Math.floor(chance() * 255))
}

export function contentOf(sizeBytes: number, seed: number): Content {
  const bytes = someBytes(sizeBytes, seed)
  return { bytes, blockHashes: blockHashes(bytes), hash: contentHash(bytes) }
}

export async function beginUpload(
  calls: DriveCalls,
  place: { name: string; parentId: string },
  content: Content,
  /** With its hashes, content that the drive has is not sent. */
  { tellsHashes = false } = {},
): Promise<Uploading> {
  const upload: Upload = await calls.json('POST /drive/v1/uploads', {
    name: place.name,
    parent_id: place.parentId,
    size: content.bytes.length,
    ...(tellsHashes && { block_hashes: content.blockHashes }),
  })
  const uploading: Uploading = {
    ...place,
    id: upload.id,
    content,
    blocksPerPut: upload.blocks_per_put,
    kept: new Set(),
    isCommitting: false,
  }
  noteKept(uploading, upload)
  return uploading
}

/** Sends what is missing, the later half first and several at once. */
export async function sendMissing(calls: DriveCalls, uploading: Uploading): Promise<void> {
  const { content, kept, blocksPerPut } = uploading
  const total = countBlocks(content.bytes.length)
  const puts: [number, number][] = []
  for (let first = 0; first < total; first += blocksPerPut) {
    const end = Math.min(first + blocksPerPut, total)
    if (blocksBetween(first, end).some((block) => !kept.has(block))) puts.push([first, end])
  }
  puts.reverse()
  const lanes = Array.from({ length: 3 }, async () => {
    for (let next = puts.shift(); next; next = puts.shift()) {
      const [first, end] = next
      const bytes = content.bytes.subarray(first * BLOCK_BYTES, end * BLOCK_BYTES)
      await calls.putBlocks(uploading.id, first, bytes, content.blockHashes.slice(first, end))
      for (const block of blocksBetween(first, end)) kept.add(block)
    }
  })
  const ends = await Promise.allSettled(lanes)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

export async function commit(
  calls: DriveCalls,
  uploading: Uploading,
  conflict: 'fail' | 'replace',
): Promise<string> {
  uploading.isCommitting = true
  const file = await calls.json(`POST /drive/v1/uploads/${uploading.id}/commit`, { conflict })
  if (file.hash !== uploading.content.hash) throw new Error(`${file.id} has another hash`)
  return file.id
}

/** Blocks that were answered with yes and are missing again. */
export async function findLostBlocks(calls: DriveCalls, uploading: Uploading): Promise<number[]> {
  const upload: Upload = await calls.json(`GET /drive/v1/uploads/${uploading.id}`)
  const before = [...uploading.kept]
  noteKept(uploading, upload)
  return before.filter((block) => !uploading.kept.has(block))
}

function noteKept({ kept, content }: Uploading, { missing }: Upload): void {
  kept.clear()
  for (const block of blocksBetween(0, countBlocks(content.bytes.length))) {
    if (!missing.some(([first, last]) => first <= block && block <= last)) kept.add(block)
  }
}

function blocksBetween(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index)
}
