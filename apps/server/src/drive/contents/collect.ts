import { ServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database, Writer } from '../../db/database.ts'
import type { BlobRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { deleteUnused, listKnownIds, listUnused } from './contents.store.ts'
import { isInStore } from './contents.ts'

const HOUR_MS = 3_600_000
/** So long after its last version is gone, content can still be brought back. */
export const UNUSED_GRACE_MS = 24 * HOUR_MS
/** Far longer than the moment between making a blob and noting it. */
export const ORPHAN_GRACE_MS = 24 * HOUR_MS

interface Parts {
  db: Database
  blobs: BlobStore
  clock: Clock
}

interface ChoreParts extends Parts {
  /** Called in the transaction that removes a content: what was derived from it goes too. */
  forgetText(writer: Writer, blob: Pick<BlobRow, 'drive_id' | 'id'>, now: number): Promise<void>
}

export function contentChores(parts: ChoreParts): Chore[] {
  return [
    { name: 'collect unused contents', everyMs: HOUR_MS, run: () => collectUnused(parts) },
    { name: 'remove orphaned blobs', everyMs: 6 * HOUR_MS, run: () => removeOrphans(parts) },
  ]
}

/** The row goes first: bytes without a row are an orphan and wasted, a row without bytes is a loss. */
async function collectUnused({ db, blobs, clock, forgetText }: ChoreParts): Promise<void> {
  const before = clock.now() - UNUSED_GRACE_MS
  for (;;) {
    const unused = await db.read((reader) => listUnused(reader, before, BATCH))
    for (const blob of unused) {
      const gone = await db.write(async (writer) => {
        const deleted = await deleteUnused(writer, blob, before)
        if (deleted.length > 0) await forgetText(writer, blob, clock.now())
        return deleted
      })
      for (const one of gone) if (isInStore(one)) await blobs.delete(one.id)
    }
    if (unused.length < BATCH) return
  }
}

/**
 * Bytes that no row speaks of: the process was killed between the store and the database. When the
 * strangers are many and more than what is known, the store belongs to another database (a wrong
 * setting, a restored backup), and removing them would destroy it.
 */
async function removeOrphans(parts: Parts): Promise<void> {
  const { orphans, known } = await findOrphans(parts, parts.clock.now() - ORPHAN_GRACE_MS)
  if (areTooMany(orphans, known)) {
    throw new ServiceError('failed_precondition', {
      description: `the blob store has ${orphans.length} blobs that the database does not know, and only ${known} that it knows: check that they belong together`,
    })
  }
  for (const id of orphans) await parts.blobs.delete(id)
}

export interface Orphans {
  orphans: string[]
  /** How many of the others the database knows. */
  known: number
}

export async function findOrphans(
  { db, blobs }: Pick<Parts, 'db' | 'blobs'>,
  before: number,
  onLooked: (count: number) => void = () => undefined,
): Promise<Orphans> {
  const orphans: string[] = []
  let known = 0
  for await (const ids of oldIds(blobs, before)) {
    const found = await db.read((reader) => listKnownIds(reader, ids))
    known += found.size
    orphans.push(...ids.filter((id) => !found.has(id)))
    onLooked(ids.length)
  }
  return { orphans, known }
}

export function areTooMany(orphans: readonly string[], known: number): boolean {
  return orphans.length > Math.max(known, FEW_ORPHANS)
}

const BATCH = 500
const FEW_ORPHANS = 100

async function* oldIds(blobs: BlobStore, before: number): AsyncIterable<string[]> {
  let ids: string[] = []
  for await (const blob of blobs.list()) {
    if (blob.modifiedAtMs >= before) continue
    ids.push(blob.id)
    if (ids.length < BATCH) continue
    yield ids
    ids = []
  }
  if (ids.length > 0) yield ids
}
