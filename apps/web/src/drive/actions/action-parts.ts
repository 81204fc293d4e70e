import type { DriveClient } from '@awan/client/drive'
import type { CheckedMove, File, Task } from '@awan/protocol/drive'
import type { Translate } from '../../i18n/keys.ts'
import type { LanguageStore } from '../../i18n/language.ts'
import type { Confirmation } from '../../ui/ConfirmDialog.tsx'
import type { ToastBoard } from '../../ui/toast-board.ts'
import type { UndoStack } from './undo-stack.ts'

/** What actions need of the lists that are in view. */
export interface ActionLists {
  /** Shows a file as it will be. */
  put(file: File): void
  remove(ids: ReadonlySet<string>): void
  /** Something was done in these folders: what is shown of the drive is read again. */
  refresh(folderIds: Iterable<string>): void
  /** The same where it may be any folder. */
  refreshAll(): void
}

/** A folder with those above it, from the top down. */
export type FolderFacts = Awaited<ReturnType<DriveClient['files']['get']>>

export type TakenChoice = 'rename' | 'replace' | 'skip'

export interface TakenQuestion {
  name: string
  /** Where it is taken; unknown for what comes back from the trash. */
  folder?: string | undefined
  /** How many others have the same trouble. */
  otherCount: number
  /** One answer is for all of them: there are too many to ask about each. */
  isForAll?: boolean
}

export interface TakenAnswer {
  choice: TakenChoice
  isForAll: boolean
}

/** Somebody would lose access by a move. */
export interface LossQuestion {
  count: number
  /** Where to, where that is known. */
  folder: string | undefined
  losses: CheckedMove
}

/** What is asked in between; whoever closes a question without an answer skips or cancels. */
export interface ActionQuestions {
  askTaken(question: TakenQuestion): Promise<TakenAnswer>
  askLosses(question: LossQuestion): Promise<boolean>
  confirm(question: Confirmation): Promise<boolean>
}

/** What the actions are made of. */
export interface ActionParts {
  drive: DriveClient
  lists: ActionLists
  undoStack: UndoStack
  questions: ActionQuestions
  t: Translate
  /** For what is said by a part that is fetched. */
  need: LanguageStore['need']
  showToast: ToastBoard['show']
  announce(text: string): void
  messageOf(thrown: unknown): string
  /** Sees work to its end and shows it where it takes long; undefined when nobody can say any more. */
  followTask(
    begun: Task,
    /** Without one it is called after what it does. */
    label: string | undefined,
    options?: { /** For what failed. */ retry?: (ended: Task) => Promise<void> },
  ): Promise<Task | undefined>
  /** Another drive, or the person's own without an id, with a way to follow its tasks wherever one goes meanwhile. */
  elsewhere(driveId: string | undefined): Pick<ActionParts, 'drive' | 'followTask'>
  /** From memory where it is known; the top folder has the name of the drive. */
  readFolder(id: string): Promise<FolderFacts>
}
