import type { AnswerOf } from '@awan/protocol'
import type { File, listFiles } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { keepOpened, type OpenNode, openFolder } from '../access/open-node.ts'
import type { OpenDrive, Seen } from '../access/reach.ts'
import { allows, seesOnlyAdded } from '../access/rights.ts'
import type { ListedNode } from '../access/seen-node.ts'
import type { ListFilter } from './list-filter.ts'
import { hasMoreThan } from './listing.store.ts'
import { type Listing, listedBy, listFolder } from './listing.ts'

export interface PageQuestion {
  parentId: string
  page: { size: number; token: string | undefined }
  listing: Listing
}

export interface Page {
  nodes: Seen<ListedNode>[]
  nextPageToken: string | undefined
  /** The page shows the drive as it is at this change number. */
  seq: number
}

/** Reads large pages in a thread, so that they delay no other call. */
export interface LargePages {
  /** The answer as JSON; undefined for a page that is read as usual. */
  read(access: Access, question: PageQuestion): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** One page of a folder of this drive. */
export async function listPage(
  reader: Reader,
  drive: OpenDrive,
  question: PageQuestion,
): Promise<Page> {
  return pageOf(reader, drive, await openFolder(reader, drive, question.parentId), question)
}

/**
 * The same with what else is read in the same moment. Where the database may have to pass by far more entries than the page
 * shows, it is a long read, which keeps nobody else waiting.
 */
export async function readPage<T>(
  drives: Pick<Drives, 'read' | 'readLong'>,
  access: Access,
  question: PageQuestion,
  complete: (reader: Reader, drive: OpenDrive, page: Page) => Promise<T>,
): Promise<T> {
  const short = await drives.read(access, async (reader, drive) => {
    const folder = await openFolder(reader, drive, question.parentId)
    if (await passesMany(reader, drive, folder, question)) return undefined
    const page = await pageOf(reader, drive, folder, question)
    return { completed: await complete(reader, drive, page) }
  })
  if (short) return short.completed
  return drives.readLong(access, async (reader, drive) =>
    complete(reader, drive, await listPage(reader, drive, question)),
  )
}

/** Passed by a read that keeps others waiting. */
const MANY = 10_000

/** Whether all of a folder is more than a read passes that keeps others waiting. */
export function isLarge(reader: Reader, { drive_id: driveId, id }: OpenNode): Promise<boolean> {
  return hasMoreThan(reader, MANY, { driveId, folderId: id })
}

/** What others have added, or, in orders other than by name, what belongs to the other section of files. */
async function passesMany(
  reader: Reader,
  { id: driveId }: OpenDrive,
  folder: OpenNode,
  { listing }: PageQuestion,
): Promise<boolean> {
  const entries = { driveId, folderId: folder.id }
  if (seesOnlyAdded(folder.rights)) return isLarge(reader, folder)
  if (listing.orderBy === 'name' || listing.filter.name !== undefined) return false
  return hasMoreThan(reader, MANY, entries, 'systemFile')
}

async function pageOf(
  reader: Reader,
  drive: OpenDrive,
  folder: OpenNode,
  { page, listing }: PageQuestion,
): Promise<Page> {
  const seen = { ...listing, filter: onlySeen(drive, folder, listing.filter) }
  const { nodes, nextPageToken } = await listFolder(reader, listedBy(drive, folder), seen, page)
  const opened = await keepOpened(reader, drive, seeAll(drive, folder, nodes))
  return { nodes: opened, nextPageToken, seq: drive.seq }
}

/** Where the caller sees only some of a folder, the pages have no place for the rest, and their tokens no name of it. */
function onlySeen({ reach }: OpenDrive, folder: OpenNode, filter: ListFilter): ListFilter {
  if (!seesOnlyAdded(folder.rights)) return filter
  const orIds = reach.tops.map(({ nodeId }) => nodeId).filter((id) => id !== folder.id)
  return { ...filter, createdBy: reach.actorId, orIds }
}

/** All of them, but for a caller who sees in the folder only what they added. */
function seeAll(
  { reach }: OpenDrive,
  { rights: folderRights }: OpenNode,
  nodes: readonly ListedNode[],
): Seen<ListedNode>[] {
  const seen = nodes.map((node) =>
    Object.assign(node, { rights: reach.rightsIn(folderRights, node) }),
  )
  return seesOnlyAdded(folderRights) ? seen.filter(({ rights }) => allows(rights, 'view')) : seen
}

/** As the wire shows it. */
export function toPageAnswer(
  { nodes, nextPageToken, seq }: Page,
  toFile: (node: Seen<ListedNode>) => File,
): AnswerOf<typeof listFiles> {
  return {
    files: nodes.map(toFile),
    ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }),
    seq,
  }
}
