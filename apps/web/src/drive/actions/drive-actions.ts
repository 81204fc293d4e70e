import type { File } from '@awan/protocol/drive'
import { type Chosen, isWhole } from '../selection/whole-place.ts'
import type { ActionParts } from './action-parts.ts'
import type { BroughtFiles, TargetFolder } from './bring-files.ts'
import { type RenameRefusal, renameFile, starFiles, tagFile, tryRename } from './change-file.ts'
import { downloadFiles } from './download-files.ts'
import { takeBack, tellTrouble } from './tell-outcome.ts'

/**
 * What can be done with files. The lists show it at once; each resolves when the server has answered,
 * and never rejects: what is refused is shown as it was, and a note says why.
 */
export interface DriveActions {
  rename(file: File, name: string): Promise<void>
  /** Gives the reason when it is refused, for whoever says it beside the name. */
  tryRename(file: File, name: string): Promise<RenameRefusal | undefined>
  move(chosen: Chosen, toFolderId: string): Promise<void>
  copy(chosen: Chosen, toFolderId: string): Promise<void>
  /** From one drive into another. */
  bring(act: 'move' | 'copy', files: BroughtFiles, to: TargetFolder): Promise<void>
  trash(chosen: Chosen): Promise<void>
  restore(chosen: Chosen): Promise<void>
  /** Asks first. */
  deleteForGood(chosen: Chosen): Promise<void>
  /** Asks first. */
  emptyTrash(): Promise<void>
  star(chosen: Chosen, isStarred: boolean): Promise<void>
  setTags(file: File, tags: readonly string[]): Promise<void>
  /** Tells whether it was saved, for whoever keeps what was typed. */
  describe(file: File, description: string): Promise<boolean>
  /** One file itself, several or a folder as an archive. */
  download(chosen: Chosen): Promise<void>
  /** What was done last. */
  undo(): Promise<void>
}

export function createDriveActions(parts: ActionParts): DriveActions {
  const fetching =
    <Part>(load: () => Promise<Part>) =>
    <Result>(act: (part: Part) => Promise<Result>) =>
      withPart(parts, load, act)
  const onWhole = fetching(() => import('./act-on-whole.ts'))
  const placing = fetching(() => import('./place-files.ts'))
  const throwing = fetching(() => import('./throw-away.ts'))
  const describing = fetching(() => import('./describe-file.ts'))
  const bringing = fetching(() => import('./bring-files.ts'))
  return {
    rename: (file, name) => renameFile(parts, file, name),
    tryRename: (file, name) => tryRename(parts, file, name),
    move: (chosen, toFolderId) =>
      isWhole(chosen)
        ? onWhole(({ moveWhole }) => moveWhole(parts, chosen, toFolderId))
        : placing(({ moveFiles }) => moveFiles(parts, chosen, toFolderId)),
    copy: (chosen, toFolderId) =>
      isWhole(chosen)
        ? onWhole(({ copyWhole }) => copyWhole(parts, chosen, toFolderId))
        : placing(({ copyFiles }) => copyFiles(parts, chosen, toFolderId)),
    bring: (act, files, to) => bringing(({ bringFiles }) => bringFiles(parts, act, files, to)),
    trash: (chosen) =>
      isWhole(chosen)
        ? onWhole(({ trashWhole }) => trashWhole(parts, chosen))
        : throwing(({ trashFiles }) => trashFiles(parts, chosen)),
    restore: (chosen) =>
      isWhole(chosen)
        ? onWhole(({ restoreWhole }) => restoreWhole(parts, chosen))
        : placing(({ restoreFiles }) => restoreFiles(parts, chosen)),
    deleteForGood: (chosen) =>
      isWhole(chosen)
        ? onWhole(({ deleteWhole }) => deleteWhole(parts, chosen))
        : throwing(({ deleteForGood }) => deleteForGood(parts, chosen)),
    emptyTrash: () => throwing(({ emptyTrash }) => emptyTrash(parts)),
    star: (chosen, isStarred) =>
      isWhole(chosen)
        ? onWhole(({ starWhole }) => starWhole(parts, chosen, isStarred))
        : starFiles(parts, chosen, isStarred),
    setTags: (file, tags) => tagFile(parts, file, tags),
    describe: async (file, description) =>
      (await describing(({ describeFile }) => describeFile(parts, file, description))) ?? false,
    download: (chosen) => downloadFiles(parts, chosen),
    undo: () => takeBack(parts, () => parts.undoStack.undo()),
  }
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
