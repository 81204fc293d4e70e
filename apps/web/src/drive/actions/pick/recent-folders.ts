/** A folder that something was put into lately. */
export interface RecentFolder {
  id: string
  name: string
}

const KEPT = 4

/** The folders that were chosen last, the latest first; each person's own. */
export function readRecentFolders(storage: Storage, sub: string): RecentFolder[] {
  const text = storage.getItem(keyOf(sub))
  if (text === null) return []
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.filter(isFolder).slice(0, KEPT) : []
  } catch {
    // Somebody else wrote there; the next choice makes it good again.
    return []
  }
}

export function keepRecentFolder(storage: Storage, sub: string, folder: RecentFolder): void {
  const others = readRecentFolders(storage, sub).filter(({ id }) => id !== folder.id)
  const kept = [{ id: folder.id, name: folder.name }, ...others].slice(0, KEPT)
  try {
    storage.setItem(keyOf(sub), JSON.stringify(kept))
  } catch {
    // No room: only a convenience is lost.
  }
}

function keyOf(sub: string): string {
  return `awan.recent-folders.${sub}`
}

function isFolder(value: unknown): value is RecentFolder {
  if (typeof value !== 'object' || value === null) return false
  const { id, name } = value as Record<string, unknown>
  return typeof id === 'string' && typeof name === 'string'
}
