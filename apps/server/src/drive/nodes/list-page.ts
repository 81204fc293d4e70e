import type { AnswerOf } from '@awan/protocol'
import type { File, listFiles } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import { keepOpened, type OpenNode, openFolder } from '../access/open-node.ts'
import type { OpenDrive, Seen } from '../access/reach.ts'
import { allows, seesOnlyAdded } from '../access/rights.ts'
import type { ListedNode } from '../access/seen-node.ts'
import type { ListFilter } from './list-filter.ts'
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
  { parentId, page, listing }: PageQuestion,
): Promise<Page> {
  const folder = await openFolder(reader, drive, parentId)
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
