import { hash } from 'node:crypto'
import { MAX_REQUEST_BYTES } from '@awan/protocol'
import { type BundleManifest, bundleManifest, type ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { parsePart } from '../../http/parse.ts'
import { readBody } from '../../http/read-body.ts'
import { ByteSource } from './byte-source.ts'

/** A bundle as it came, whole. */
export interface Bundle {
  parentId: string
  conflict: ConflictRule
  entries: BundleEntry<Uint8Array>[]
  /** Of the manifest's text: the same for a call that is repeated. */
  fingerprint: string
}

export type BundleEntry<Content> = BundledFolder | BundledFile<Content>

interface BundledFolder {
  kind: 'folder'
  path: string
}

export interface BundledFile<Content> {
  kind: 'file'
  path: string
  mimeType: string | undefined
  modifiedAt: number | undefined
  /** Of the content, as the sender knows them. */
  blockHash: string | undefined
  sha256: string | undefined
  content: Content
}

/** Room for 5,000 entries with long paths. */
const MAX_MANIFEST_BYTES = 8 * 1024 * 1024
const LENGTH_BYTES = 4

export interface SentBytes {
  bytes: AsyncIterable<Uint8Array>
  /** How many will come, where the sender says it. */
  sizeBytes: number | undefined
  /** Told of bytes that are copied: their memory is the sender's again. */
  giveBack?: (bytes: Uint8Array) => void
}

/** Reads a whole bundle into memory, and rejects a malformed one as early as possible. */
export async function readBundle({ bytes, sizeBytes, giveBack }: SentBytes): Promise<Bundle> {
  await using source = new ByteSource(bytes, giveBack)
  const length = (await source.take(LENGTH_BYTES)).readUInt32BE()
  if (length > MAX_MANIFEST_BYTES) throw tooLarge('manifest', MAX_MANIFEST_BYTES)
  const text = await source.take(length)
  const manifest = parseManifest(text)
  const total = manifest.entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
  const announced = LENGTH_BYTES + length + total
  if (announced > MAX_REQUEST_BYTES) throw tooLarge('bundle', MAX_REQUEST_BYTES)
  if (sizeBytes !== undefined && sizeBytes !== announced) {
    throw new ServiceError('invalid_argument', {
      description: `the manifest announces a bundle of ${announced} bytes, but Content-Length is ${sizeBytes}`,
    })
  }
  const contents = await source.take(total)
  await source.end()
  return {
    parentId: manifest.parent_id,
    conflict: manifest.conflict,
    entries: cut(manifest, contents),
    fingerprint: hash('sha256', text, 'hex'),
  }
}

function parseManifest(text: Buffer): BundleManifest {
  return parsePart(bundleManifest, readBody(text, { form: false }), 'body') as BundleManifest
}

function sizeOf(entry: BundleManifest['entries'][number]): number {
  return entry.kind === 'folder' ? 0 : entry.size
}

function cut({ entries }: BundleManifest, contents: Uint8Array): BundleEntry<Uint8Array>[] {
  let at = 0
  return entries.map((entry) => {
    if (entry.kind === 'folder') return entry
    const { path, size, modified_time, mime_type, block_hash, sha256 } = entry
    const content = contents.subarray(at, at + size)
    at += size
    return {
      kind: 'file',
      path,
      mimeType: mime_type,
      modifiedAt: modified_time === undefined ? undefined : Date.parse(modified_time),
      blockHash: block_hash,
      sha256,
      content,
    }
  })
}

function tooLarge(what: string, maxBytes: number): ServiceError {
  return new ServiceError('invalid_argument', {
    description: `a ${what} can have at most ${maxBytes} bytes`,
    status: 413,
  })
}
