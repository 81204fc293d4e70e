import type { File, Task } from '@awan/protocol/drive'
import type { ActionParts } from './action-parts.ts'

export function idsOf(files: readonly File[]): ReadonlySet<string> {
  return new Set(files.map(({ id }) => id))
}

/** Where the person saw each of these: what others have taken elsewhere meanwhile stays there. */
export function seenIn(files: readonly File[], ids: readonly string[]): Record<string, string> {
  const wanted = new Set(ids)
  return Object.fromEntries(
    files.flatMap(({ id, parent_id, trashed_time }) => {
      const place = trashed_time === undefined ? parent_id : 'trash'
      return wanted.has(id) && place !== null ? [[id, place]] : []
    }),
  )
}

export function foldersOf(files: readonly File[]): string[] {
  return [...idsByFolder(files).keys()]
}

export function idsByFolder(files: readonly File[]): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const { id, parent_id } of files) {
    if (parent_id === null) continue
    folders.set(parent_id, [...(folders.get(parent_id) ?? []), id])
  }
  return folders
}

/** Waits for the work and shows what became of it, whatever that is. */
export async function andRefresh(
  { drive, lists }: ActionParts,
  folderIds: Iterable<string>,
  begun: Promise<Task>,
): Promise<void> {
  try {
    const { failures } = await drive.tasks.wait(await begun)
    if (failures[0]) throw failures[0]
  } finally {
    lists.refresh(folderIds)
  }
}
