import type { Task } from '@awan/protocol/drive'
import type { ActionParts } from '../action-parts.ts'
import { foldersOf } from '../chosen-files.ts'
import { takeBack, tellTrouble, toReason } from '../tell-outcome.ts'
import { type NewName, toRename } from './judge-names.ts'

let topics = 0

/** Gives each file its new name as it was seen, as one action that can be taken back. */
export async function renameMany(parts: ActionParts, names: readonly NewName[]): Promise<void> {
  const { drive, lists, t, showToast, followTask } = parts
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
  if (done > failed)
    tellRenamed(parts, { taskId: begun.task_id, count: done - failed, folders, topic })
  const [failure] = failures
  if (!failure) return
  const isStale = failure.error === 'failed_precondition'
  const text = isStale ? t('act.reason.changed') : toReason(parts, failure)
  const title = t('act.names.failed', { count: failed })
  showToast({ title, text, topic: `${topic} failed` })
}

interface Renamed {
  /** What gave the names. */
  taskId: string
  count: number
  folders: ReturnType<typeof foldersOf>
  topic: string
}

/** The server knows what a task has changed: it takes it back, and what took it back as well. */
function tellRenamed(parts: ActionParts, renamed: Renamed): void {
  const { drive, lists, t, showToast, undoStack } = parts
  const { count, folders, topic } = renamed

  async function reverse(taskId: string): Promise<string> {
    const { task_id, failures } = await drive.tasks.wait(await drive.tasks.undo(taskId))
    lists.refresh(folders)
    if (failures[0]) throw failures[0]
    return task_id
  }

  let undoneBy: string | undefined
  const back = undoStack.push({
    async undo() {
      undoneBy = await reverse(renamed.taskId)
    },
    async redo() {
      if (undoneBy !== undefined)
        tellRenamed(parts, { ...renamed, taskId: await reverse(undoneBy) })
    },
  })
  const run = () => void takeBack(parts, back)
  const title = t('act.names.done', { count })
  showToast({ title, tone: 'done', topic, action: { label: t('act.undo'), run } })
}
