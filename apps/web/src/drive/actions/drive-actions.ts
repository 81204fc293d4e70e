import type { File } from '@awan/protocol/drive'
import type { ActionParts } from './action-parts.ts'
import { describeFile, renameFile, starFiles, tagFile } from './change-file.ts'
import { downloadFiles } from './download-files.ts'
import { copyFiles, moveFiles, restoreFiles } from './place-files.ts'
import { takeBack } from './tell-outcome.ts'
import { deleteForGood, emptyTrash, trashFiles } from './throw-away.ts'

/**
 * What can be done with files. The lists show it at once; each resolves when the server has answered,
 * and never rejects: what is refused is shown as it was, and a note says why.
 */
export interface DriveActions {
  rename(file: File, name: string): Promise<void>
  move(files: readonly File[], toFolderId: string): Promise<void>
  copy(files: readonly File[], toFolderId: string): Promise<void>
  trash(files: readonly File[]): Promise<void>
  restore(files: readonly File[]): Promise<void>
  /** Asks first. */
  deleteForGood(files: readonly File[]): Promise<void>
  /** Asks first. */
  emptyTrash(): Promise<void>
  star(files: readonly File[], isStarred: boolean): Promise<void>
  setTags(file: File, tags: readonly string[]): Promise<void>
  describe(file: File, description: string): Promise<void>
  /** One file itself, several or a folder as an archive. */
  download(files: readonly File[]): Promise<void>
  /** What was done last. */
  undo(): Promise<void>
}

export function createDriveActions(parts: ActionParts): DriveActions {
  return {
    rename: (file, name) => renameFile(parts, file, name),
    move: (files, toFolderId) => moveFiles(parts, files, toFolderId),
    copy: (files, toFolderId) => copyFiles(parts, files, toFolderId),
    trash: (files) => trashFiles(parts, files),
    restore: (files) => restoreFiles(parts, files),
    deleteForGood: (files) => deleteForGood(parts, files),
    emptyTrash: () => emptyTrash(parts),
    star: (files, isStarred) => starFiles(parts, files, isStarred),
    setTags: (file, tags) => tagFile(parts, file, tags),
    describe: (file, description) => describeFile(parts, file, description),
    download: (files) => downloadFiles(parts, files),
    undo: () => takeBack(parts, () => parts.undoStack.undo()),
  }
}
