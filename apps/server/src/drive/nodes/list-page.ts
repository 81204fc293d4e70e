import type { AnswerOf } from '@awan/protocol'
import type { listFiles } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { type Listing, listFolder } from './listing.ts'
import type { ListedNode } from './nodes.store.ts'
import type { ToFile } from './to-file.ts'
import { requireFolder } from './tree.ts'

export interface PageQuestion {
  parentId: string
  page: { size: number; token: string | undefined }
  listing: Listing
}

export interface Page {
  nodes: ListedNode[]
  nextPageToken: string | undefined
  /** The page shows the drive as it is at this change number. */
  seq: number
}

/** One page of a folder of this drive. */
export async function listPage(
  reader: Reader,
  drive: DriveRow,
  { parentId, page, listing }: PageQuestion,
): Promise<Page> {
  const folder = await requireFolder(reader, drive, parentId)
  return { ...(await listFolder(reader, folder, listing, page)), seq: drive.seq }
}

/** As the wire shows it. */
export function toPageAnswer(
  { nodes, nextPageToken, seq }: Page,
  toFile: ToFile,
): AnswerOf<typeof listFiles> {
  return {
    files: nodes.map(toFile),
    ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }),
    seq,
  }
}
