import type { File, Task } from '@awan/protocol/drive'
import type { ActionParts } from './action-parts.ts'
import { andRefresh, foldersOf, idsOf, seenIn } from './chosen-files.ts'
import { runBatch } from './run-batch.ts'
import { readFailure, tellAct, tellTrouble } from './tell-outcome.ts'

export async function trashFiles(
  parts: ActionParts,
  files: readonly File[],
  /** For whoever shows the files again then. */
  { onUndone }: { onUndone?: (() => void) | undefined } = {},
): Promise<void> {
  const { drive, lists, followTask, t } = parts
  lists.remove(idsOf(files))
  const tell = tellAct(parts, 'trash', files.length)
  const ids = [...idsOf(files)]
  const follow = (task: Task) => followTask(task, tell.title)
  const outcome = await runBatch(
    follow,
    ids,
    (some) => drive.files.trash(some, { seen_in: seenIn(files, some) }),
    tell.progress,
  )
  lists.refresh(foldersOf(files))
  const isDone = new Set(outcome.done)
  const done = files.filter(({ id }) => isDone.has(id))
  tell.end({
    done: done.length > 0 && {
      title: t('act.trashed', { count: done.length }),
      undoable: {
        async undo() {
          await andRefresh(parts, foldersOf(done), drive.files.untrash([...idsOf(done)]))
          onUndone?.()
        },
        redo: () => trashFiles(parts, done, { onUndone }),
      },
    },
    failure: readFailure(parts, files, outcome),
  })
}

/** Asks first: there is no way back. */
export async function deleteForGood(parts: ActionParts, files: readonly File[]): Promise<void> {
  const { drive, lists, followTask, t } = parts
  const [first] = files
  if (!first) return
  const title =
    files.length === 1
      ? t('act.deleteAsk.one', { name: first.name })
      : t('act.deleteAsk.many', { count: files.length })
  if (!(await askToDelete(parts, title))) return
  lists.remove(idsOf(files))
  const tell = tellAct(parts, 'delete', files.length)
  const ids = [...idsOf(files)]
  const follow = (task: Task) => followTask(task, tell.title)
  const outcome = await runBatch(
    follow,
    ids,
    (some) => drive.files.deleteForGood(some, { seen_in: seenIn(files, some) }),
    tell.progress,
  )
  lists.refresh(foldersOf(files))
  const count = outcome.done.length
  tell.end({
    done: count > 0 && { title: t('act.deleted', { count }) },
    failure: readFailure(parts, files, outcome),
  })
}

export function askToDelete({ questions, t }: ActionParts, title: string): Promise<boolean> {
  return questions.confirm({ title, text: t('act.deleteAsk.text'), confirm: t('act.delete') })
}

/** Asks first. What is thrown away meanwhile stays. */
export async function emptyTrash(parts: ActionParts): Promise<void> {
  const { drive, lists, questions, followTask, t, showToast } = parts
  const isSure = await questions.confirm({
    title: t('trash.clearAsk'),
    text: t('trash.clearAsk.text'),
    confirm: t('trash.clear'),
  })
  if (!isSure) return
  try {
    const begun = await drive.files.emptyTrash()
    const ended = await followTask(begun, t('trash.clearing'))
    const [failure] = ended?.failures ?? []
    if (failure) throw failure
    if (ended?.phase === 'complete') showToast({ title: t('trash.cleared'), tone: 'done' })
  } catch (error) {
    tellTrouble(parts, t('trash.clearFailed'), error)
  } finally {
    lists.refresh([])
  }
}
