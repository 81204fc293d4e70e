import type { TaskLabels } from './task-board.ts'

const STORAGE_KEY = 'awan.tasks'

/** In the tab's own storage: they outlive a reload, and not the tab. */
export function createTaskLabels(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  /** Absent for the person's own. */
  driveId?: string,
): TaskLabels {
  const key = driveId === undefined ? STORAGE_KEY : `${STORAGE_KEY}.${driveId}`
  const labels = new Map(read(storage, key).map(([id, ...kept]) => [id, kept]))
  const keep = () => {
    try {
      storage.setItem(key, JSON.stringify([...labels].map(([id, kept]) => [id, ...kept])))
    } catch {
      // Without room a task is called after its kind.
    }
  }
  return {
    get: (id) => labels.get(id)?.[0],
    set(id, label, driveId) {
      labels.set(id, driveId === undefined ? [label] : [label, driveId])
      keep()
    },
    elsewhere: () =>
      [...labels].flatMap(([id, [, driveId]]) => (driveId === undefined ? [] : { id, driveId })),
    delete(id) {
      if (labels.delete(id)) keep()
    },
  }
}

/** The id of a task, what it is called, and its drive if that is another one. */
type KeptLabel = [id: string, label: string, driveId?: string]

function read(storage: Pick<Storage, 'getItem'>, key: string): KeptLabel[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isLabel) : []
  } catch {
    return []
  }
}

function isLabel(entry: unknown): entry is KeptLabel {
  if (!Array.isArray(entry) || entry.length < 2 || entry.length > 3) return false
  return entry.every((part) => typeof part === 'string')
}
