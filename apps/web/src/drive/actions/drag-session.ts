import type { File } from '@awan/protocol/drive'
import { allows, type WithCapabilities } from '../access/allows.ts'
import { type Chosen, countOf, isWhole } from '../selection/whole-place.ts'

/** By this a drag of ours is told from files that come from outside. */
export const DRAG_TYPE = 'application/x-awan-files'

/** The files that are being dragged, of one drive: what a drag carries cannot be read until it is dropped. */
export interface DragSession {
  readonly files: () => Chosen
  /** Undefined for the person's own drive. */
  readonly driveId: () => string | undefined
  begin(files: Chosen, driveId: string | undefined): void
  end(): void
}

export function createDragSession(): DragSession {
  let files: Chosen = []
  let driveId: string | undefined
  return {
    files: () => files,
    driveId: () => driveId,
    begin(dragged, from) {
      files = dragged
      driveId = from
    },
    end() {
      files = []
    },
  }
}

/**
 * Whether what is dragged may be put into this folder. Not a folder into itself, nothing into its own, and
 * nothing where the caller may not add or that they may not move.
 */
export function canDropInto(
  files: Chosen,
  folder: Pick<File, 'id'> & WithCapabilities,
  {
    isCopy,
    isElsewhere = false,
  }: { isCopy: boolean /** In another drive. */; isElsewhere?: boolean },
): boolean {
  const folderId = folder.id
  if (!allows(folder, 'add') || !(isCopy || canMove(files))) return false
  if (isElsewhere) return countOf(files) > 0
  if (isWhole(files)) return isCopy || files.inside.folder_id !== folderId
  if (files.length === 0 || files.some(({ id }) => id === folderId)) return false
  return isCopy || files.some(({ parent_id }) => parent_id !== folderId)
}

/** Whether the caller may take all of it away from where it is; of a whole place the server decides. */
export function canMove(files: Chosen): boolean {
  return isWhole(files) || files.every((file) => allows(file, 'edit'))
}

/** Copies while Ctrl, or Alt as on a Mac, is held. */
export function wantsCopy({ ctrlKey, altKey }: { ctrlKey: boolean; altKey: boolean }): boolean {
  return ctrlKey || altKey
}
