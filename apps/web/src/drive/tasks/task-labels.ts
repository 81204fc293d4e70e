import type { TaskLabels } from './task-board.ts'

const STORAGE_KEY = 'awan.tasks'

/** In the tab's own storage: they outlive a reload, and not the tab. */
export function createTaskLabels(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  /** Absent for the person's own. */
  driveId?: string,
): TaskLabels {
  const key = driveId === undefined ? STORAGE_KEY : `${STORAGE_KEY}.${driveId}`
  const labels = new Map(read(storage, key))
  const keep = () => {
    try {
      storage.setItem(key, JSON.stringify([...labels]))
    } catch {
      // Without room a task is called after its kind.
    }
  }
  return {
    get: (id) => labels.get(id),
    set(id, label) {
      labels.set(id, label)
      keep()
    },
    delete(id) {
      if (labels.delete(id)) keep()
    },
  }
}

function read(storage: Pick<Storage, 'getItem'>, key: string): [string, string][] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isLabel) : []
  } catch {
    return []
  }
}

function isLabel(entry: unknown): entry is [string, string] {
  return (
    Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')
  )
}
