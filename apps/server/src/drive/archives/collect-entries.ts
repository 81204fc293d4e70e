import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { OpenDrive } from '../access/reach.ts'
import { hasName } from '../nodes/tree.ts'
import { ArchiveNames } from './archive-names.ts'
import { type Found, listInside, listPage } from './archives.store.ts'
import type { FoundEntry } from './lay-out.ts'

/** The list of an archive is made in memory, once; reading it takes a part at a time. */
export const MAX_ENTRIES = 200_000
/** Paths of any usual length stay far below it; those in the deepest folders could take gigabytes. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024
/** The format counts them with 16 bits. */
const MAX_PATH_BYTES = 0xffff
const FOLDERS_AT_ONCE = 100
const PAGE = 1000

/**
 * The selected files and folders, then what is in the folders, level by level: the same selection of
 * the same tree always comes in the same order.
 */
export async function* collectEntries(
  reader: Reader,
  drive: OpenDrive,
  selected: readonly Found[],
): AsyncGenerator<FoundEntry> {
  const names = new ArchiveNames((folderId, name) => hasName(reader, drive.id, folderId, name))
  const folders: { id: string; path: string }[] = []
  let count = 0
  let bytes = 0

  // The root contains everything else that could be selected.
  if (selected.some(({ id }) => id === drive.root_id)) folders.push({ id: drive.root_id, path: '' })
  else for (const node of selected) yield toEntry(node, await names.onTop(node))

  while (folders.length > 0) {
    const paths = new Map(folders.splice(0, FOLDERS_AT_ONCE).map(({ id, path }) => [id, path]))
    for await (const node of nodesInside(reader, drive.id, [...paths.keys()].sort())) {
      const path = paths.get(node.parent_id ?? '') ?? ''
      yield toEntry(node, path + (await names.inside(node)))
    }
  }

  function toEntry(node: Found, name: string): FoundEntry {
    const path = node.kind === 'folder' ? `${name}/` : name
    if (++count > MAX_ENTRIES) {
      throw refusal(`an archive can have at most ${MAX_ENTRIES} files and folders: select fewer`)
    }
    const pathBytes = Buffer.byteLength(path)
    if (pathBytes > MAX_PATH_BYTES) throw refusal('a folder is nested too deep for an archive')
    bytes += pathBytes
    if (bytes > MAX_LIST_BYTES) {
      throw refusal('the paths of the files and folders are too long together: select fewer')
    }
    if (node.kind === 'folder') folders.push({ id: node.id, path })
    return {
      path,
      modifiedAt: node.modified_at,
      sizeBytes: node.size,
      blobId: node.blob_id,
      contentHash: node.hash,
    }
  }
}

/** Few queries for many small folders, and pages of a large one; none reads more than a page. */
async function* nodesInside(
  reader: Reader,
  driveId: string,
  folderIds: readonly string[],
): AsyncGenerator<Found> {
  const [folderId = '', ...more] = folderIds
  if (more.length === 0) return yield* nodesInFolder(reader, driveId, folderId)
  const nodes = await listInside(reader, driveId, folderIds, PAGE + 1)
  if (nodes.length <= PAGE) return yield* nodes.sort(byFolderAndName)
  const half = Math.ceil(folderIds.length / 2)
  yield* nodesInside(reader, driveId, folderIds.slice(0, half))
  yield* nodesInside(reader, driveId, folderIds.slice(half))
}

async function* nodesInFolder(
  reader: Reader,
  driveId: string,
  folderId: string,
): AsyncGenerator<Found> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Found[] = await listPage(reader, driveId, folderId, after, PAGE)
    yield* page
    after = page.length === PAGE ? page.at(-1)?.sort_key : undefined
  }
}

function byFolderAndName(a: Found, b: Found): number {
  if (a.parent_id !== b.parent_id) return (a.parent_id ?? '') < (b.parent_id ?? '') ? -1 : 1
  return a.sort_key < b.sort_key ? -1 : 1
}

function refusal(description: string): ServiceError {
  return new ServiceError('failed_precondition', { description })
}
