import { Readable } from 'node:stream'
import { ROOT_ID } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { ArchiveRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import type { Drives } from '../access/drives.ts'
import { toLinkHolder } from '../access/link-holder.ts'
import { isAllSeen, openNodes, requireAllSeen } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findPlaces } from '../access/ways-up.ts'
import type { CountDownload } from '../downloads/count-download.ts'
import type { Content } from '../downloads/downloads.ts'
import type { ReadContent } from '../downloads/read-content.ts'
import { LinkKey } from '../links/link-key.ts'
import { openParts, signParts } from '../links/signed-link.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { archiveChore } from './archive-chore.ts'
import { toArchiveName } from './archive-names.ts'
import {
  completeArchive,
  type Found,
  findArchive,
  findSameArchive,
  insertArchive,
  insertParts,
  listFound,
  measureOpen,
} from './archives.store.ts'
import { collectEntries, MAX_LIST_BYTES } from './collect-entries.ts'
import { type LaidOut, layOut } from './lay-out.ts'
import { OpenReads } from './open-reads.ts'
import { readArchive } from './read-archive.ts'

/**
 * Long enough to go on the next morning, and much shorter than the time for which a content that nobody
 * needs any more is kept: whatever becomes of the files, the archive stays whole.
 */
export const ARCHIVE_TTL_MS = 12 * 3_600_000
/** The lists of a drive's archives are kept until they expire, so that they are not made without end. */
export const MAX_OPEN_ENTRIES = 1_000_000
const MAX_OPEN_BYTES = 5 * MAX_LIST_BYTES
/** Strangers who come by links leave the rest to those who are known. */
const PART_OF_VISITORS = 1 / 2
/** Parts that are written at once: a megabyte or two. */
const PARTS_PER_WRITE = 20

export interface Archives extends AsyncDisposable {
  /** The list of what is in the archive is made now; its bytes, as they are asked for. */
  createLink(
    access: Access,
    ids: readonly string[],
    name?: string,
  ): Promise<{ link: string; archive: ArchiveRow }>
  openLink(link: string): Promise<Content>
  /** The same list for the server's own use. */
  list(access: Access, ids: readonly string[], name?: string): Promise<ArchiveRow>
  /** What was listed, for whoever still sees all of it. */
  open(access: Access, id: string): Promise<Content>
  readonly chores: Chore[]
}

export interface ArchivesOptions {
  db: Database
  drives: Drives
  accesses: Accesses
  clock: Clock
  random: Random
  linkKey: Buffer
  readContent: ReadContent
  countDownload?: CountDownload | undefined
  onProblem?: ((problem: unknown) => void) | undefined
}

export function createArchives(options: ArchivesOptions): Archives {
  const { db, drives, accesses, clock, random, countDownload } = options
  const linkKey = new LinkKey(options.linkKey)
  const reads = new OpenReads()

  async function list(
    access: Access,
    ids: readonly string[],
    givenName?: string,
  ): Promise<ArchiveRow> {
    const wantedName = givenName === undefined ? undefined : toNodeName(givenName)
    const { name, laidOut, nodeIds } = await drives.readLong(access, async (reader, drive) => {
      const selected = await requireSelected(reader, drive, ids)
      // A place is taken when the link is used.
      countDownload?.(access, drive, 'archive')
      return {
        nodeIds: selected.map(({ id }) => id),
        name: wantedName ?? toArchiveName(selected),
        laidOut: await layOut(collectEntries(reader, drive, selected)),
      }
    })
    return keep(access, name, laidOut, JSON.stringify(nodeIds))
  }

  async function open(access: Access, id: string): Promise<Content> {
    const archive = await drives.read(access, async (reader, drive) => {
      const found = await findArchive(reader, access.driveId, id)
      // Whatever becomes of the files, the archive stays whole; but nobody reads what they see no more.
      if (!found || !(await isSeen(reader, drive, found))) return undefined
      return { ...found, hold: countDownload?.(access, drive, `archive.${id}`) }
    })
    if (!archive) throw notFound()
    return {
      name: archive.name,
      mimeType: 'application/zip',
      sizeBytes: archive.size,
      hash: archive.hash,
      storedAt: archive.created_at,
      freshMs: archive.expires_at - clock.now(),
      hold: archive.hold,
      read: async (range = { start: 0, end: archive.size - 1 }) =>
        Readable.from(reads.follow(readArchive(options, archive, range)), { objectMode: false }),
    }
  }

  return {
    list,
    open,

    async createLink(access, ids, name) {
      const archive = await list(access, ids, name)
      const parts = [access.driveId, archive.id, toLinkHolder(access.actor)]
      const link = signParts(linkKey, 'archive-link', parts, archive.expires_at)
      return { link, archive }
    },

    async openLink(link) {
      const opened = openParts(linkKey, 'archive-link', link, clock.now())
      if (!opened) throw notFound()
      const [driveId = '', id = '', holder = ''] = opened.parts
      return open(await accesses.ofLink(driveId, holder), id)
    },

    chores: [archiveChore({ db, clock })],

    /** After the last caller: what its download has learned is written down. */
    [Symbol.asyncDispose]: () => reads[Symbol.asyncDispose](),
  }

  /** The same selection of the same files asked for again is the same archive. */
  async function keep(
    access: Access,
    name: string,
    laidOut: LaidOut,
    nodeIds: string,
  ): Promise<ArchiveRow> {
    const { driveId } = access
    const now = clock.now()
    const wanted = { name, hash: laidOut.hash, nodeIds, until: now + ARCHIVE_TTL_MS / 2 }
    const same = await db.read(async (reader) => {
      const found = await findSameArchive(reader, driveId, wanted)
      if (!found) await requireRoom(reader, access, laidOut, now)
      return found
    })
    return same ?? write(driveId, name, laidOut, nodeIds)
  }

  async function write(
    driveId: string,
    name: string,
    laidOut: LaidOut,
    nodeIds: string,
  ): Promise<ArchiveRow> {
    const now = clock.now()
    const archive: ArchiveRow = {
      drive_id: driveId,
      id: createId(random, now),
      name,
      size: laidOut.sizeBytes,
      hash: laidOut.hash,
      entries: laidOut.entries,
      directory_byte: laidOut.directoryByte,
      is_complete: laidOut.parts.length <= PARTS_PER_WRITE ? 1 : 0,
      created_at: now,
      expires_at: now + ARCHIVE_TTL_MS,
      node_ids: nodeIds,
    }
    const rows = laidOut.parts.map(({ firstByte, directoryByte, entries }, part) => ({
      drive_id: driveId,
      archive_id: archive.id,
      part,
      first_byte: firstByte,
      directory_byte: directoryByte,
      entries,
    }))
    await db.write(async (writer) => {
      await insertArchive(writer, archive)
      await insertParts(writer, rows.slice(0, PARTS_PER_WRITE))
    })
    // What is left behind, should we be killed here, is removed when it expires.
    for (let at = PARTS_PER_WRITE; at < rows.length; at += PARTS_PER_WRITE) {
      await db.write((writer) => insertParts(writer, rows.slice(at, at + PARTS_PER_WRITE)))
    }
    if (archive.is_complete === 0) await db.write((writer) => completeArchive(writer, archive))
    return archive
  }
}

/** In the requested order; a node in the trash is not found. */
async function requireSelected(
  reader: Reader,
  drive: OpenDrive,
  ids: readonly string[],
): Promise<Found[]> {
  const wanted = [...new Set(ids.map((id) => (id === ROOT_ID ? (drive.reach.rootId ?? id) : id)))]
  const seen = await openNodes(reader, drive, wanted)
  for (const node of seen.values()) requireAllSeen(node)
  if (seen.size < wanted.length) throw notFound()
  const found = await listFound(reader, drive.id, wanted)
  const placeOf = await findPlaces(
    reader,
    drive,
    found.map(({ parent_id }) => parent_id),
  )
  const open = new Map(
    found
      .filter(
        ({ id, parent_id }) => id === drive.root_id || placeOf(parent_id)?.isInTrash === false,
      )
      .map((node) => [node.id, node]),
  )
  return wanted.map((id) => {
    const node = open.get(id)
    if (!node) throw notFound()
    return node
  })
}

/** The owner may read what is gone since; everybody else must still see all that was selected. */
async function isSeen(
  reader: Reader,
  drive: OpenDrive,
  { node_ids }: ArchiveRow,
): Promise<boolean> {
  if (drive.reach.whole !== undefined && drive.reach.isUniform) return true
  const ids = JSON.parse(node_ids ?? '[]') as string[]
  const seen = await openNodes(reader, drive, ids)
  return (
    ids.length > 0 &&
    ids.every((id) => {
      const node = seen.get(id)
      return node !== undefined && isAllSeen(node)
    })
  )
}

async function requireRoom(
  reader: Reader,
  { driveId, actor }: Access,
  more: LaidOut,
  now: number,
): Promise<void> {
  const part = actor.kind === 'visitor' ? PART_OF_VISITORS : 1
  const open = await measureOpen(reader, driveId, now)
  const entries = open.entries + more.entries
  const bytes = open.bytes + more.sizeBytes - more.directoryByte
  if (entries <= MAX_OPEN_ENTRIES * part && bytes <= MAX_OPEN_BYTES * part) return
  throw new ServiceError('resource_exhausted', {
    description: 'too many archives of this drive are open: try again when some have expired',
  })
}

/** In the same words as for a node that is not there. */
function notFound(): ServiceError {
  return new ServiceError('not_found', { description: 'no such file or folder' })
}
