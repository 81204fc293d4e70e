import type { File } from '@awan/protocol/drive'
import type { Confirmation } from '../../ui/ConfirmDialog.tsx'
import type { Chosen } from '../selection/whole-place.ts'
import type { ActionQuestions, LossQuestion, TakenAnswer, TakenQuestion } from './action-parts.ts'

/** A dialog about files. */
export type FileDialog =
  | { kind: 'rename'; file: File }
  | { kind: 'names'; chosen: Chosen }
  | { kind: 'share' | 'offer'; file: File }
  | { kind: 'pick'; purpose: 'move' | 'copy'; chosen: Chosen }
  | { kind: 'shortcut'; file: Pick<File, 'id' | 'name'>; driveId: string }
  | { kind: 'tags'; chosen: Chosen }
  | { kind: 'taken'; question: TakenQuestion; answer(answer: TakenAnswer): void }
  | { kind: 'losses'; question: LossQuestion; answer(isSure: boolean): void }
  | { kind: 'confirm'; question: Confirmation; answer(isSure: boolean): void }

/** One dialog at a time; a question that comes meanwhile waits for its turn. */
export interface DialogDesk extends ActionQuestions {
  open(dialog: FileDialog): void
  /**
   * Whoever shows a file may have it renamed where it stands, and says whether it does. Answers how to
   * end that.
   */
  renameInPlace(take: (file: File) => boolean): () => void
  close(): void
  readonly current: () => FileDialog | undefined
  readonly subscribe: (listener: () => void) => () => void
}

export function createDialogDesk(): DialogDesk {
  const listeners = new Set<() => void>()
  let waiting: readonly FileDialog[] = []
  let takeRename: ((file: File) => boolean) | undefined

  function change(next: readonly FileDialog[]) {
    waiting = next
    for (const listener of listeners) listener()
  }

  const open = (dialog: FileDialog) => {
    if (dialog.kind === 'rename' && takeRename?.(dialog.file)) return
    change([...waiting, dialog])
  }
  const close = () => {
    const [closed, ...rest] = waiting
    change(rest)
    // No answer is the careful one; after an answer this says nothing any more.
    if (closed?.kind === 'taken') closed.answer({ choice: 'skip', isForAll: true })
    if (closed?.kind === 'confirm' || closed?.kind === 'losses') closed.answer(false)
  }

  return {
    open,
    close,
    renameInPlace(take) {
      takeRename = take
      return () => {
        if (takeRename === take) takeRename = undefined
      }
    },
    current: () => waiting[0],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    askTaken: (question) =>
      new Promise((resolve) => open({ kind: 'taken', question, answer: resolve })),
    askLosses: (question) =>
      new Promise((resolve) => open({ kind: 'losses', question, answer: resolve })),
    confirm: (question) =>
      new Promise((resolve) => open({ kind: 'confirm', question, answer: resolve })),
  }
}
