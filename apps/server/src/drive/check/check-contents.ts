import { algorithmOf } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import type { BlobRow } from '../../db/tables.ts'
import { inParallel } from '../../kernel/in-parallel.ts'
import { ORPHAN_GRACE_MS } from '../contents/collect.ts'
import { findBlob } from '../contents/contents.ts'
import { PassingHash } from '../contents/hash-content.ts'
import { type CheckedBlob, findRowBytes, listBlobs, listNodesOfBlob } from './check.store.ts'
import type { DriveCheck } from './drive-check.ts'
import { toFilePath } from './file-path.ts'
import { hashStored } from './hash-stored.ts'
import { pagesOf } from './pages.ts'
import type { Problem } from './problem.ts'

/** S3 answers slowly and many at once; a disk does not mind. */
const AT_A_TIME = 8

/** Every content: whether it is counted rightly, is there, and is what it was. Gives how much was read, and how long it took. */
export async function checkContents(
  check: DriveCheck,
  total: { contents: number; contentBytes: number },
): Promise<{ bytes: number; ms: number }> {
  const { db, drive } = check
  let contents = 0
  let bytes = 0
  const startedMs = performance.now()
  const perSecond = () => (bytes / Math.max(1, performance.now() - startedMs)) * 1000
  const tellProgress = () =>
    check.progress?.(
      check.readsContents
        ? {
            step: 'contents',
            done: bytes,
            total: total.contentBytes,
            unit: 'bytes',
            perSecond: perSecond(),
          }
        : { step: 'contents', done: contents, total: total.contents, unit: 'contents' },
    )
  const pages = pagesOf((after, limit) =>
    db.readLong((reader) => listBlobs(reader, drive.id, after, limit)),
  )
  for await (const blobs of pages) {
    await inParallel(blobs, AT_A_TIME, async (blob) => {
      const ofRows = findRowFault(check, blob)
      if (ofRows) await tellOf(check, blob, ofRows)
      const ofBytes = await findByteFault(check, blob, (count) => {
        bytes += count
        tellProgress()
      })
      if (ofBytes) await tellOf(check, blob, ofBytes)
      contents++
      tellProgress()
    })
  }
  return { bytes, ms: performance.now() - startedMs }
}

type Fault = Pick<Problem, 'kind' | 'found'>

function findRowFault({ clock }: DriveCheck, blob: CheckedBlob): Fault | undefined {
  if (blob.refs !== blob.versions) {
    return { kind: 'reference_count', found: `${blob.refs} instead of ${blob.versions}` }
  }
  if (blob.hash === null) {
    const isOld = blob.created_at < clock.now() - ORPHAN_GRACE_MS
    return blob.uploads === 0 && isOld ? { kind: 'forgotten_draft' } : undefined
  }
  // Without its mark, content that nobody uses would never be collected.
  const isUnused = blob.refs === 0
  return isUnused === (blob.unused_since !== null) ? undefined : { kind: 'unused_mark' }
}

/** What the rows said a moment ago may be over: only what they still say counts. */
async function findByteFault(
  check: DriveCheck,
  blob: BlobRow,
  onBytes: (count: number) => void,
): Promise<Fault | undefined> {
  const fault = await compareWithStore(check, blob, onBytes)
  if (!fault) return undefined
  const now = await check.db.read((reader) => findBlob(reader, check.drive.id, blob.id))
  if (!now || now.hash !== blob.hash) return undefined
  return fault.kind === 'content_missing' ? compareWithStore(check, now, () => undefined) : fault
}

async function compareWithStore(
  check: DriveCheck,
  blob: BlobRow,
  onBytes: (count: number) => void,
): Promise<Fault | undefined> {
  const { blobs, readsContents } = check
  const { id, size, hash, draft } = blob
  // Its bytes lie in a row: there was never anything to write piece by piece.
  if (draft === '') return compareWithRow(check, blob, onBytes)
  const stat = await blobs.stat(id)
  if (!stat) return { kind: 'content_missing' }
  // Whoever writes it has not finished: nothing else is to be said of it.
  if (hash === null) return undefined
  if (stat.state !== 'sealed') return { kind: 'content_unfinished' }
  if (stat.sizeBytes !== size) {
    return { kind: 'content_size', found: `${stat.sizeBytes} instead of ${size} bytes` }
  }
  if (!readsContents) return undefined
  try {
    const found = await hashStored(check, { id, size, hash }, onBytes)
    return found === hash ? undefined : { kind: 'content_damaged' }
  } catch (error) {
    if (isServiceError(error, 'not_found')) return { kind: 'content_missing' }
    return { kind: 'content_unreadable', found: (error as Error).message }
  }
}

async function compareWithRow(
  { db, drive, readsContents }: DriveCheck,
  { id, size, hash }: BlobRow,
  onBytes: (count: number) => void,
): Promise<Fault | undefined> {
  const bytes = await db.read((reader) => findRowBytes(reader, drive.id, id))
  if (!bytes) return { kind: 'content_missing' }
  onBytes(bytes.length)
  if (bytes.length !== size) {
    return { kind: 'content_size', found: `${bytes.length} instead of ${size} bytes` }
  }
  if (!readsContents || hash === null) return undefined
  const passing = new PassingHash(algorithmOf(hash))
  passing.add(bytes)
  return passing.digest() === hash ? undefined : { kind: 'content_damaged' }
}

const FILES_TO_NAME = 20

async function tellOf(check: DriveCheck, blob: BlobRow, fault: Fault): Promise<void> {
  const { db, drive } = check
  const files = await db.read(async (reader) => {
    const nodes = await listNodesOfBlob(reader, drive.id, blob.id, FILES_TO_NAME)
    const paths: string[] = []
    for (const node of nodes) {
      const path = await toFilePath(reader, drive, node)
      paths.push(node.is_current === 1 ? path : `an older version of ${path}`)
    }
    return paths
  })
  await check.tell({ ...fault, id: blob.id, files })
}
