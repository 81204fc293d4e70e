import { Readable } from 'node:stream'
import { ROOT_ID } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { ArchiveRow, DriveRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Content } from '../downloads/downloads.ts'
import { LinkKey } from '../downloads/link-key.ts'
import type { ReadContent } from '../downloads/read-content.ts'
import { openParts, signParts } from '../downloads/signed-link.ts'
import type { Drives } from '../drives/drives.ts'
import { findPlaces } from '../lists/ways-up.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { archiveChore } from './archive-chore.ts'
import { toArchiveName } from './archive-names.ts'
import {
  completeArchive,
  countOpenEntries,
  type Found,
  findArchive,
  findSameArchive,
  insertArchive,
  insertParts,
  listFound,
} from './archives.store.ts'
import { collectEntries } from './collect-entries.ts'
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
/** Parts that are written at once: a megabyte or two. */
const PARTS_PER_WRITE = 20

export interface Archives extends AsyncDisposable {
  /** The list of what is in the archive is made now; its bytes, as they are asked for. */
  createLink(
    sub: string,
    ids: readonly string[],
    name?: string,
  ): Promise<{ link: string; archive: ArchiveRow }>
  openLink(link: string): Promise<Content>
  readonly chores: Chore[]
}

export interface ArchivesOptions {
  db: Database
  drives: Drives
  clock: Clock
  random: Random
  linkKey: Buffer
  readContent: ReadContent
  onProblem?: ((problem: unknown) => void) | undefined
}

export function createArchives(options: ArchivesOptions): Archives {
  const { db, drives, clock, random } = options
  const linkKey = new LinkKey(options.linkKey)
  const reads = new OpenReads()
  return {
    async createLink(sub, ids, givenName) {
      const wantedName = givenName === undefined ? undefined : toNodeName(givenName)
      const { id: driveId } = await drives.of(sub)
      const { name, laidOut } = await drives.readLong(driveId, async (reader, drive) => {
        const selected = await requireSelected(reader, drive, ids)
        return {
          name: wantedName ?? toArchiveName(selected),
          laidOut: await layOut(collectEntries(reader, drive, selected)),
        }
      })
      const archive = await keep(driveId, name, laidOut)
      const link = signParts(linkKey, 'archive-link', [driveId, archive.id], archive.expires_at)
      return { link, archive }
    },

    async openLink(link) {
      const opened = openParts(linkKey, 'archive-link', link, clock.now())
      const [driveId = '', id = ''] = opened?.parts ?? []
      const archive = opened && (await db.read((reader) => findArchive(reader, driveId, id)))
      if (!archive) throw notFound()
      return {
        name: archive.name,
        mimeType: 'application/zip',
        sizeBytes: archive.size,
        hash: archive.hash,
        storedAt: archive.created_at,
        freshMs: archive.expires_at - clock.now(),
        read: async (range = { start: 0, end: archive.size - 1 }) =>
          Readable.from(reads.follow(readArchive(options, archive, range)), { objectMode: false }),
      }
    },

    chores: [archiveChore({ db, clock })],

    /** After the last caller: what its download has learned is written down. */
    [Symbol.asyncDispose]: () => reads[Symbol.asyncDispose](),
  }

  /** The same selection of the same files asked for again is the same archive. */
  async function keep(driveId: string, name: string, laidOut: LaidOut): Promise<ArchiveRow> {
    const now = clock.now()
    const wanted = { name, hash: laidOut.hash, until: now + ARCHIVE_TTL_MS / 2 }
    const same = await db.read(async (reader) => {
      const found = await findSameArchive(reader, driveId, wanted)
      if (!found) await checkOpenEntries(reader, driveId, laidOut.entries, now)
      return found
    })
    return same ?? write(driveId, name, laidOut)
  }

  async function write(driveId: string, name: string, laidOut: LaidOut): Promise<ArchiveRow> {
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

/** In the order in which they were asked for; nothing that lies in the trash. */
async function requireSelected(
  reader: Reader,
  drive: DriveRow,
  ids: readonly string[],
): Promise<Found[]> {
  const wanted = [...new Set(ids.map((id) => (id === ROOT_ID ? drive.root_id : id)))]
  const found = await listFound(reader, drive.id, wanted)
  const placeOf = await findPlaces(
    reader,
    drive.id,
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

async function checkOpenEntries(
  reader: Reader,
  driveId: string,
  more: number,
  now: number,
): Promise<void> {
  if ((await countOpenEntries(reader, driveId, now)) + more <= MAX_OPEN_ENTRIES) return
  throw new ServiceError('resource_exhausted', {
    description: 'too many archives of this drive are open; they close by themselves in time',
  })
}

/** In the same words as for a node that is not there. */
function notFound(): ServiceError {
  return new ServiceError('not_found', { description: 'no such file or folder' })
}
