import { Readable } from 'node:stream'
import { BLOCK_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import { EntryContent, type ReadSoFar } from '../../kernel/zip/read-content.ts'
import type { DirectoryEntry } from '../../kernel/zip/read-directory.ts'
import type { Access } from '../access/access.ts'
import { storedBytes } from '../uploads/block-ranges.ts'
import type { SealedUpload } from '../uploads/commit-upload.ts'
import type { Upload, Uploads } from '../uploads/uploads.ts'
import { type ExtractTrouble, toTrouble } from './extract-trouble.ts'
import type { KeptContents } from './kept-contents.ts'
import type { Archive } from './open-archive.ts'

export interface ReceiveParts {
  uploads: Pick<Uploads, 'create' | 'receive' | 'seal'>
  kept: KeptContents
  partMs: number
}

/** A large entry on its way. */
export interface ReceivedEntry {
  access: Access
  archive: Archive
  entry: DirectoryEntry
  /** By which its upload is found again, whoever goes on with the task. */
  key: string
  file: { parentId: string; name: string; check: (reader: Reader) => Promise<void> }
  /** How far it was read when all of that was durable. */
  soFar: ReadSoFar
}

export type Received =
  | { kind: 'coming'; soFar: ReadSoFar }
  | { kind: 'whole'; sealed: SealedUpload | undefined }
  | { kind: 'lost'; why: ExtractTrouble | ServiceError }

/** A part of a large entry, durable in its upload when this resolves. It can be done twice. */
export async function receiveEntry(
  { uploads, kept, partMs }: ReceiveParts,
  { access, archive, entry, key, file, soFar }: ReceivedEntry,
): Promise<Received> {
  const { sizeBytes } = entry
  const facts = { sizeBytes, mimeType: undefined, modifiedAt: entry.modifiedAtMs }
  const wanted = { ...file, ...facts, blockHashes: undefined }
  const upload = await uploads.create(access, wanted, key).catch(tooLargeToStore)
  if (upload instanceof ServiceError) return { kind: 'lost', why: upload }
  let stored = storedBytes(upload)
  let content: EntryContent | undefined
  try {
    content = await open(stored)
    stored = await receiveFrom(content, upload, stored)
    if (stored < sizeBytes) {
      kept.keep(key, content)
      return { kind: 'coming', soFar: content.soFar }
    }
    // Its end: the checksum is right, and nothing follows.
    await content.next(1)
    content.close()
  } catch (error) {
    content?.close()
    const why = toTrouble(error)
    if (why) return { kind: 'lost', why }
    throw error
  }
  const sealed = await uploads.seal(access, upload.id)
  return { kind: 'whole', sealed: 'rights' in sealed ? undefined : sealed }

  /** That of the step before, if it is where the upload is; else it is read again up to there. */
  async function open(from: number): Promise<EntryContent> {
    const known = kept.take(key)
    if (known && known.soFar.bytes <= from) return known
    known?.close()
    const before = soFar.bytes <= from ? soFar : { bytes: 0, crc: 0 }
    return EntryContent.open(archive.read, entry, archive.sizeBytes, before)
  }

  async function receiveFrom(
    content: EntryContent,
    { id, blocks_per_put }: Upload,
    from: number,
  ): Promise<number> {
    const startedAt = performance.now()
    while (content.soFar.bytes < from) await content.next(from - content.soFar.bytes)
    // Whoever had to read much again goes on for as long, so that it is never more than twice the work.
    const until = performance.now() + Math.max(partMs, performance.now() - startedAt)
    let at = from
    while (at < sizeBytes) {
      const end = Math.min(at + blocks_per_put * BLOCK_BYTES, sizeBytes)
      await receive(content, id, { start: at, end })
      at = end
      if (performance.now() >= until) break
    }
    return at
  }

  /** What is wrong with the entry is told as that, whatever becomes of it on the way through the upload. */
  async function receive(
    content: EntryContent,
    id: string,
    { start, end }: { start: number; end: number },
  ): Promise<void> {
    let broken: { error: unknown } | undefined
    async function* pieces() {
      try {
        while (content.soFar.bytes < end) yield await content.next(end - content.soFar.bytes)
      } catch (error) {
        broken = { error }
        throw error
      }
    }
    try {
      await uploads.receive(access, id, {
        first: start / BLOCK_BYTES,
        bytes: Readable.from(pieces(), { objectMode: false }),
        sizeBytes: end - start,
        hashes: undefined,
      })
    } catch (error) {
      throw broken ? broken.error : error
    }
  }
}

/** For the blob store: the others may fit. */
function tooLargeToStore(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.error === 'invalid_argument') return error
  throw error
}
