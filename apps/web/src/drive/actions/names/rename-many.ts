import type { Task } from '@awan/protocol/drive'
import type { ActionParts } from '../action-parts.ts'
import { foldersOf } from '../chosen-files.ts'
import { takeBack, tellTrouble, toReason } from '../tell-outcome.ts'
import { type NewName, toRename } from './judge-names.ts'

let topics = 0

/** Gives each file its new name as it was seen, as one action that can be taken back. */
export async function renameMany(parts: ActionParts, names: readonly NewName[]): Promise<void> {
  const { drive, lists, t, showToast, followTask, undoStack } = parts
  const count = names.length
  const folders = foldersOf(names.map(({ file }) => file))
  let begun: Task
  let ended: Task | undefined
  try {
    begun = await drive.files.rename(names.map(toRename))
    ended = await followTask(begun, t('act.names.label', { count }))
  } catch (error) {
    return tellTrouble(parts, t('act.names.failed', { count }), error)
  } finally {
    lists.refresh(folders)
  }
  if (!ended) return
  const { done, failed, failures } = ended
  topics += 1
  const topic = `names ${topics}`
  if (done > failed) {
    const back = undoStack.push({
      async undo() {
        const undone = await drive.tasks.wait(await drive.tasks.undo(begun.task_id))
        lists.refresh(folders)
        if (undone.failures[0]) throw undone.failures[0]
      },
    })
    const run = () => void takeBack(parts, back)
    const title = t('act.names.done', { count: done - failed })
    showToast({ title, tone: 'done', topic, action: { label: t('act.undo'), run } })
  }
  const [failure] = failures
  if (!failure) return
  const isStale = failure.error === 'failed_precondition'
  const text = isStale ? t('act.reason.changed') : toReason(parts, failure)
  const title = t('act.names.failed', { count: failed })
  showToast({ title, text, topic: `${topic} failed` })
}
