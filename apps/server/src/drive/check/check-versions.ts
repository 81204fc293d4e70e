import { algorithmOf } from '@awan/protocol'
import { type CheckedVersion, findNodeRow, listVersions } from './check.store.ts'
import type { DriveCheck } from './drive-check.ts'
import { toFilePath } from './file-path.ts'
import { pagesOf } from './pages.ts'
import type { ProblemKind } from './problem.ts'

/** Every version: its file, and what it says of its content. */
export async function checkVersions(check: DriveCheck): Promise<void> {
  const { db, drive } = check
  const pages = pagesOf((after, limit) =>
    db.readLong((reader) => listVersions(reader, drive.id, after, limit)),
  )
  for await (const versions of pages) {
    for (const version of versions) {
      const kind = findFault(version)
      if (!kind) continue
      const path = await db.read(async (reader) => {
        const node = await findNodeRow(reader, drive.id, version.node_id)
        return node && toFilePath(reader, drive, node)
      })
      await check.tell({ kind, id: version.id, ...(path !== undefined && { files: [path] }) })
    }
  }
}

function findFault(version: CheckedVersion): ProblemKind | undefined {
  if (version.node_kind !== 'file') return 'version_without_node'
  if (version.found_blob_id === null) return 'version_without_content'
  const isSame = version.size === version.blob_size && isSameHash(version)
  return isSame ? undefined : 'version_differs'
}

/** A content that was hashed anew has a newer hash than the versions from before. */
function isSameHash({ hash, blob_hash }: CheckedVersion): boolean {
  if (hash === blob_hash || blob_hash === null) return hash === blob_hash
  return algorithmOf(hash) === 'sha256' && algorithmOf(blob_hash) === 'b3'
}
