import type { Readable } from 'node:stream'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import type { DriveRow, NodeRow } from '../../db/tables.ts'
import { ArchiveNames } from '../archives/archive-names.ts'
import { createContentReader } from '../contents/content-reader.ts'
import { findVersion } from '../contents/contents.ts'
import { exactLength } from '../downloads/exact-length.ts'
import { findDriveByOwner } from '../drives/drive-rows.ts'
import { isShortcutType } from '../nodes/shortcut-type.ts'
import { hasName, listChildren } from '../nodes/tree.ts'

const PAGE = 500

/** A file of a drive or, with a slash at its end, a folder. */
export interface ListedFile {
  path: string
  modifiedAtMs: number
  sizeBytes: number
  open(): Promise<Readable>
}

/**
 * Walks through a whole drive, folder by folder. What is changed meanwhile may be seen or not; each
 * file that is given is whole. Paths unpack safely, also where a backslash separates folders.
 */
export async function* listFiles(
  { db, blobs }: { db: Database; blobs: BlobStore },
  ownerSub: string,
): AsyncIterable<ListedFile> {
  const contents = createContentReader({ db, blobs })
  const drive = await db.read((reader) => findDriveByOwner(reader, ownerSub))
  if (!drive) return
  const names = new ArchiveNames((folderId, name) =>
    db.read((reader) => hasName(reader, drive.id, folderId, name)),
  )
  const folders = [{ id: drive.root_id, path: '' }]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const inside: typeof folders = []
    for await (const node of childrenOf(db, drive, folder.id)) {
      // Nothing of its own is in it.
      if (isShortcutType(node.mime_type)) continue
      const path = `${folder.path}${await names.inside(node)}`
      if (node.kind === 'folder') {
        inside.push({ id: node.id, path: `${path}/` })
        yield toFolder(node, `${path}/`)
      } else {
        yield toFile(node, path)
      }
    }
    folders.push(...inside.reverse())
  }

  function toFolder(node: NodeRow, path: string): ListedFile {
    return {
      path,
      modifiedAtMs: node.modified_at,
      sizeBytes: 0,
      open: () => Promise.reject(new Error('a folder has no content')),
    }
  }

  function toFile(node: NodeRow, path: string): ListedFile {
    return {
      path,
      modifiedAtMs: node.modified_at,
      sizeBytes: node.size,
      async open() {
        const version = await db.read((reader) =>
          findVersion(reader, node.drive_id, node.version_id ?? ''),
        )
        return exactLength(await contents.read(node.drive_id, version?.blob_id ?? ''), node.size)
      },
    }
  }
}

async function* childrenOf(
  db: Database,
  drive: DriveRow,
  folderId: string,
): AsyncIterable<NodeRow> {
  let afterSortKey: string | undefined
  for (;;) {
    const page = { afterSortKey, limit: PAGE }
    const nodes = await db.read((reader) => listChildren(reader, drive.id, folderId, page))
    yield* nodes
    const last = nodes.at(-1)
    if (nodes.length < PAGE || !last) return
    afterSortKey = last.sort_key
  }
}
