import type { File, Task } from '@awan/protocol/drive'
import type { ActionParts } from './action-parts.ts'
import { readTarget } from './place-files.ts'
import { takeBack, tellTrouble } from './tell-outcome.ts'

let topics = 0

/** Has the server make a ZIP file of them, with a way back. */
export async function compressFiles(
  parts: ActionParts,
  files: readonly File[],
  toFolderId: string,
): Promise<void> {
  const { drive, lists, t, showToast, followTask, undoStack } = parts
  let begun: Task
  try {
    const ids = files.map(({ id }) => id)
    begun = await drive.files.compress(ids, toFolderId)
  } catch (error) {
    return tellTrouble(parts, t('act.compress.failed'), error)
  }
  const task = await followTask(begun, t('act.compress.label', { count: files.length }))
  lists.refresh([toFolderId])
  // How it failed is in the list of tasks.
  if (task?.phase !== 'complete') return
  const back = undoStack.push({
    async undo() {
      await drive.tasks.wait(await drive.tasks.undo(task.task_id))
      lists.refresh([toFolderId])
    },
    redo: () => compressFiles(parts, files, toFolderId),
  })
  topics += 1
  const { name = '' } = (await readTarget(parts, toFolderId)) ?? {}
  showToast({
    title: t('act.compress.done', { name }),
    tone: 'done',
    topic: `compress ${topics}`,
    action: { label: t('act.undo'), run: () => void takeBack(parts, back) },
  })
}
