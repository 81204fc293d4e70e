import { createHash } from 'node:crypto'
import { isServiceError } from '@awan/protocol/errors'
import { openNodes } from '../access/open-node.ts'
import { subtreeSeqs } from '../history/folder-seqs.ts'
import { toShortTag } from '../paths/preconditions.ts'
import { type DavParts, folderTag } from './dav-call.ts'
import type { DavCaller } from './dav-caller.ts'
import type { PlaceList } from './places.ts'

/**
 * Changes with whatever changes in the entries or below them, with their names, and with what the caller may do there: one
 * read for each drive, and no walk through any.
 */
export async function tagOfList(
  { drives, folderSeqs, places }: Pick<DavParts, 'drives' | 'folderSeqs' | 'places'>,
  caller: DavCaller,
  list: PlaceList,
): Promise<string> {
  const parts: string[][] = []
  for (const [, entries] of Map.groupBy(list.entries, ({ driveId }) => driveId)) {
    const [first] = entries
    if (!first) continue
    const { access } = places.at(caller, list, first, { right: 'view' })
    try {
      await folderSeqs.of(access, [])
      const tags = await drives.read(access, async (reader, drive) => {
        const ids = entries.map(({ nodeId }) => nodeId)
        const nodes = await openNodes(reader, drive, ids)
        const folders = ids.filter((id) => nodes.get(id)?.kind === 'folder')
        const seqs = await subtreeSeqs(reader, drive, folders)
        return new Map(
          nodes.values().map((node) => {
            const isFolder = node.kind === 'folder'
            const tag = isFolder ? folderTag(node.id, seqs.get(node.id)) : toShortTag(node)
            return [node.id, `${tag} ${node.rights}`]
          }),
        )
      })
      for (const { name, nodeId } of entries) parts.push([name, tags.get(nodeId) ?? ''])
    } catch (error) {
      // Access has ended since the list was made.
      if (!isServiceError(error, 'not_found')) throw error
    }
  }
  return `"${shortHash(parts)}"`
}

/** Of the top folder with what stands beside its own files; without that, its own. */
export function tagOfTop(own: string | undefined, lists: readonly string[]): string | undefined {
  if (own === undefined || lists.length === 0) return own
  return `${own.slice(0, -1)}.${shortHash(lists)}"`
}

function shortHash(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
