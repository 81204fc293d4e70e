import type { Reader } from '../../db/database.ts'
import { findWaysUp, type Step } from './lists.store.ts'

export interface Place {
  /** The folders to it and itself, from the top down. */
  path: Step[]
  /** Whether the way up ends at the root or at something that was thrown away. */
  isInTrash: boolean
}

/** Finds where folders lie, all with one query. */
export async function findPlaces(
  reader: Reader,
  driveId: string,
  folderIds: readonly (string | null)[],
): Promise<(folderId: string | null) => Place | undefined> {
  const wanted = [...new Set(folderIds.filter((id) => id !== null))]
  const steps = wanted.length > 0 ? await findWaysUp(reader, driveId, wanted) : []
  const byId = new Map(steps.map((step) => [step.id, step]))
  const known = new Map<string, Place>()

  /** Each folder's place is that of the one above it and itself. */
  function placeOf(step: Step): Place {
    const found = known.get(step.id)
    if (found) return found
    const above = step.parent_id === null ? undefined : byId.get(step.parent_id)
    const isGone = step.trashed_at !== null || step.deleted_by !== null
    const place = above ? placeOf(above) : { path: [], isInTrash: isGone }
    const own = { path: [...place.path, step], isInTrash: place.isInTrash }
    known.set(step.id, own)
    return own
  }

  return (folderId) => {
    const step = folderId === null ? undefined : byId.get(folderId)
    return step && placeOf(step)
  }
}
