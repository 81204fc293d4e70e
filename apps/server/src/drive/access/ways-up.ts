import type { Reader } from '../../db/database.ts'
import { findWaysUp, type Step } from './find-node.store.ts'
import type { OpenDrive } from './reach.ts'
import { allows, mayHoldSeen, NO_RIGHTS, type RightSet } from './rights.ts'

export { findWaysUp as findStepsUp, type Step } from './find-node.store.ts'

/** Where something is: in a folder. */
export interface Place {
  /** The folders to it and itself, from the top down, as far up as the caller sees. */
  path: Step[]
  /** Whether the way up ends at something that was thrown away, and not at the root. */
  isInTrash: boolean
  /** Whether what it ends at was deleted for good: then all below it goes too, step by step. */
  isDeleted: boolean
  /** Those of the caller on the folder. */
  rights: RightSet
}

/** Finds where folders are, all with one query. */
export async function findPlaces(
  reader: Reader,
  drive: OpenDrive,
  folderIds: readonly (string | null)[],
): Promise<(folderId: string | null) => Place | undefined> {
  const { reach } = drive
  const base = reach.whole ?? NO_RIGHTS
  const wanted = [...new Set(folderIds.filter((id) => id !== null))]
  const steps = wanted.length > 0 ? await findWaysUp(reader, drive.id, wanted) : []
  const byId = new Map(steps.map((step) => [step.id, step]))
  const known = new Map<string, Place>()

  /** Each folder's place is that of the one above it and itself. */
  function placeOf(step: Step): Place {
    const found = known.get(step.id)
    if (found) return found
    const above = step.parent_id === null ? undefined : byId.get(step.parent_id)
    const isGone = step.trashed_at !== null || step.deleted_by !== null
    const top = { path: [], isInTrash: isGone, isDeleted: step.deleted_by !== null, rights: base }
    const place = above ? placeOf(above) : top
    const rights = reach.rightsIn(place.rights, step)
    const own = {
      path: allows(rights, 'view') ? [...place.path, step] : [],
      isInTrash: place.isInTrash,
      isDeleted: place.isDeleted,
      rights,
    }
    known.set(step.id, own)
    return own
  }

  return (folderId) => {
    const step = folderId === null ? undefined : byId.get(folderId)
    return step && placeOf(step)
  }
}

/** The id of no actor. */
const NOBODY = ':'

/**
 * Whether a list shows an entry that is in this place, and not in the trash. Where the caller reaches
 * everything, nobody need know the place but for the trash.
 */
export function isShown({ reach }: OpenDrive, id: string, place: Place | undefined): boolean {
  if (place?.isInTrash) return false
  const above = place?.rights ?? reach.whole ?? NO_RIGHTS
  return mayHoldSeen(reach.rightsIn(above, { id, created_by: NOBODY }))
}
