import type { TagChange } from '@awan/client/drive'
import type { File, Task } from '@awan/protocol/drive'
import { type Chosen, isWhole } from '../selection/whole-place.ts'
import type { ActionParts } from './action-parts.ts'
import type { BroughtFiles, TargetFolder } from './bring-files.ts'
import type { RenameRefusal } from './change-file.ts'
import { downloadFiles } from './download-files.ts'
import type { NewName } from './names/judge-names.ts'
import { doAgain, takeBack, tellTrouble, toReason } from './tell-outcome.ts'

/**
 * What can be done with files. The lists show it at once; each resolves when the server has answered,
 * and never rejects: what is refused is shown as it was, and a note says why.
 */
export interface DriveActions {
  rename(file: File, name: string): Promise<void>
  /** Gives the reason when it is refused, for whoever says it beside the name. */
  tryRename(file: File, name: string): Promise<RenameRefusal | undefined>
  /** Names that the server was asked about. */
  renameMany(names: readonly NewName[]): Promise<void>
  move(chosen: Chosen, toFolderId: string): Promise<void>
  copy(chosen: Chosen, toFolderId: string): Promise<void>
  /** A ZIP file of them in a folder. */
  compress(files: readonly File[], toFolderId: string): Promise<void>
  /** What is in a ZIP file, in a new folder. */
  extract(file: File, toFolderId: string): Promise<void>
  /** From one drive into another. */
  bring(act: 'move' | 'copy', files: BroughtFiles, to: TargetFolder): Promise<void>
  trash(chosen: Chosen, options?: { onUndone?: () => void }): Promise<void>
  restore(chosen: Chosen): Promise<void>
  /** Asks first. */
  deleteForGood(chosen: Chosen): Promise<void>
  /** Asks first. */
  emptyTrash(): Promise<void>
  /** Sees files to their end that the server downloads into a folder. */
  followFetch(begun: Task, urls: readonly string[], folderId: string): Promise<void>
  star(chosen: Chosen, isStarred: boolean): Promise<void>
  setTags(file: File, tags: readonly string[]): Promise<void>
  tag(chosen: Chosen, change: TagChange): Promise<void>
  /** Tells whether it was saved, for whoever keeps what was typed. */
  describe(file: File, description: string): Promise<boolean>
  /** One file itself, several or a folder as an archive. */
  download(chosen: Chosen): Promise<void>
  /** What was done last. */
  undo(): Promise<void>
  /** What was taken back last. */
  redo(): Promise<void>
}

export function createDriveActions(parts: ActionParts): DriveActions {
  const fetching =
    <Part>(load: () => Promise<Part>) =>
    <Result>(act: (part: Part) => Promise<Result>) =>
      withPart(parts, load, act)
  /** What can be taken back. */
  const undoable =
    <Part>(load: () => Promise<Part>) =>
    <Result>(act: (part: Part, parts: ActionParts) => Promise<Result>) =>
      withUndo(parts, (parts) => withPart(parts, load, (part) => act(part, parts)))
  const onWhole = undoable(() => import('./act-on-whole.ts'))
  const placing = undoable(() => import('./place-files.ts'))
  const throwing = undoable(() => import('./throw-away.ts'))
  const changing = undoable(() => import('./change-file.ts'))
  const describing = undoable(() => import('./describe-file.ts'))
  const naming = undoable(() => import('./names/rename-many.ts'))
  const deletingWhole = fetching(() => import('./act-on-whole.ts'))
  const deleting = fetching(() => import('./throw-away.ts'))
  const following = fetching(() => import('./follow-fetch.ts'))
  const tagging = fetching(() => import('./tags/tag-files.ts'))
  const bringing = fetching(() => import('./bring-files.ts'))
  const zipping = fetching(() => parts.need('drive-tasks').then(() => import('./zip-files.ts')))
  return {
    rename: (file, name) => changing(({ renameFile }, parts) => renameFile(parts, file, name)),
    tryRename: async (file, name) => {
      try {
        const { tryRename } = await import('./change-file.ts')
        return await withUndo(parts, (parts) => tryRename(parts, file, name))
      } catch (error) {
        return { reason: toReason(parts, error, name) }
      }
    },
    renameMany: (names) => naming(({ renameMany }, parts) => renameMany(parts, names)),
    move: (chosen, toFolderId) =>
      isWhole(chosen)
        ? onWhole(({ moveWhole }, parts) => moveWhole(parts, chosen, toFolderId))
        : placing(({ moveFiles }, parts) => moveFiles(parts, chosen, toFolderId)),
    copy: (chosen, toFolderId) =>
      isWhole(chosen)
        ? onWhole(({ copyWhole }, parts) => copyWhole(parts, chosen, toFolderId))
        : placing(({ copyFiles }, parts) => copyFiles(parts, chosen, toFolderId)),
    compress: (files, toFolderId) =>
      zipping(({ compressFiles }) => compressFiles(parts, files, toFolderId)),
    extract: (file, toFolderId) =>
      zipping(({ extractFile }) => extractFile(parts, file, toFolderId)),
    bring: (act, files, to) => bringing(({ bringFiles }) => bringFiles(parts, act, files, to)),
    trash: (chosen, options) =>
      isWhole(chosen)
        ? onWhole(({ trashWhole }, parts) => trashWhole(parts, chosen))
        : throwing(({ trashFiles }, parts) => trashFiles(parts, chosen, options)),
    restore: (chosen) =>
      isWhole(chosen)
        ? onWhole(({ restoreWhole }, parts) => restoreWhole(parts, chosen))
        : placing(({ restoreFiles }, parts) => restoreFiles(parts, chosen)),
    deleteForGood: (chosen) =>
      isWhole(chosen)
        ? deletingWhole(({ deleteWhole }) => deleteWhole(parts, chosen))
        : deleting(({ deleteForGood }) => deleteForGood(parts, chosen)),
    emptyTrash: () => deleting(({ emptyTrash }) => emptyTrash(parts)),
    followFetch: (begun, urls, folderId) =>
      following(({ followFetch }) => followFetch(parts, begun, urls, folderId)),
    star: (chosen, isStarred) =>
      isWhole(chosen)
        ? onWhole(({ starWhole }, parts) => starWhole(parts, chosen, isStarred))
        : changing(({ starFiles }, parts) => starFiles(parts, chosen, isStarred)),
    setTags: (file, tags) => changing(({ tagFile }, parts) => tagFile(parts, file, tags)),
    tag: (chosen, change) => tagging(({ tagFiles }) => tagFiles(parts, chosen, change)),
    describe: async (file, description) =>
      (await describing(({ describeFile }, parts) => describeFile(parts, file, description))) ??
      false,
    download: (chosen) => downloadFiles(parts, chosen),
    undo: () => takeBack(parts, () => parts.undoStack.undo()),
    redo: () => doAgain(parts),
  }
}

/** Whoever presses Undo before the action is answered means this one. */
function withUndo<Result>(
  parts: ActionParts,
  act: (parts: ActionParts) => Promise<Result>,
): Promise<Result> {
  return parts.undoStack.during((undoStack) => act({ ...parts, undoStack }))
}

/** How something is done is fetched by those who do it; undefined where it did not arrive. */
async function withPart<Part, Result>(
  parts: ActionParts,
  load: () => Promise<Part>,
  act: (part: Part) => Promise<Result>,
): Promise<Result | undefined> {
  let part: Part
  try {
    part = await load()
  } catch (error) {
    tellTrouble(parts, parts.t('error.title'), error)
    return undefined
  }
  return act(part)
}
