import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { systemAccess } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { removeVersions } from '../contents/contents.ts'
import { freeQuota } from '../quota/quota.ts'
import { ALL_KEPT_MS, ThinOut } from './thin-out.ts'
import {
  type FileKey,
  listFilesWithVersions,
  listSpare,
  listVersionsOf,
  type VersionKey,
} from './versions.store.ts'

interface Parts {
  db: Database
  drives: Drives
  clock: Clock
}

/** One transaction removes at most so many. */
const BATCH = 500

/** A version with a name, and what a file holds now, are never removed. */
export function versionChores(parts: Parts): Chore[] {
  return [{ name: 'thin out old versions', everyMs: 6 * HOUR_MS, run: () => thinOutAll(parts) }]
}

async function thinOutAll(parts: Parts): Promise<void> {
  const now = parts.clock.now()
  const page = { olderThan: now - ALL_KEPT_MS, limit: BATCH }
  for (let after: FileKey = { drive_id: '', node_id: '' }; ; ) {
    const files = await parts.db.readLong((reader) => listFilesWithVersions(reader, after, page))
    for (const file of files) await thinOutFile(parts, file, now)
    const last = files.at(-1)
    if (!last || files.length < BATCH) return
    after = last
  }
}

async function thinOutFile(parts: Parts, file: FileKey, now: number): Promise<void> {
  const node = { drive_id: file.drive_id, id: file.node_id }
  const thinOut = new ThinOut(now)
  for (let before: VersionKey | undefined; ; ) {
    const page = { before, limit: BATCH }
    const versions = await parts.db.read((reader) => listVersionsOf(reader, node, page))
    const spare = thinOut.findSpare(versions).map(({ id }) => id)
    if (spare.length > 0) await remove(parts, node, spare)
    before = versions.at(-1)
    if (versions.length < BATCH) return
  }
}

/** Looks again in its transaction: somebody may have named one of them, or brought it back. */
async function remove(
  { drives, db }: Parts,
  node: { drive_id: string; id: string },
  ids: readonly string[],
): Promise<void> {
  const unneeded = await db.read((reader) => listSpare(reader, node, ids))
  if (unneeded.length === 0) return
  await drives.transact(systemAccess(node.drive_id), async ({ writer, now }) => {
    const spare = await listSpare(writer, node, ids)
    await freeQuota(writer, node.drive_id, await removeVersions(writer, node.drive_id, spare, now))
  })
}

const HOUR_MS = 3_600_000
