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
  const { drive, t } = parts
  await addByTask(parts, toFolderId, {
    begin: () =>
      drive.files.compress(
        files.map(({ id }) => id),
        toFolderId,
      ),
    label: t('act.compress.label', { count: files.length }),
    refused: t('act.compress.failed'),
    async done() {
      const { name = '' } = (await readTarget(parts, toFolderId)) ?? {}
      return t('act.compress.done', { name })
    },
    again: () => compressFiles(parts, files, toFolderId),
  })
}

/** Has the server extract a ZIP file into a new folder, with a way back. */
export async function extractFile(
  parts: ActionParts,
  file: File,
  toFolderId: string,
): Promise<void> {
  const { drive, t } = parts
  const { id, name } = file
  await addByTask(parts, toFolderId, {
    begin: () => drive.files.extract(id, { parent_id: toFolderId }),
    label: t('act.extract.label', { name }),
    refused: t('act.extract.failed', { name }),
    done: async () => t('act.extract.done', { name }),
    again: () => extractFile(parts, file, toFolderId),
  })
}

interface Adding {
  begin(): Promise<Task>
  /** What the list of tasks calls it. */
  label: string
  /** What is said when it does not even begin; how it fails later is in the list of tasks. */
  refused: string
  done(): Promise<string>
  again(): Promise<void>
}

async function addByTask(
  parts: ActionParts,
  toFolderId: string,
  { begin, label, refused, done, again }: Adding,
): Promise<void> {
  const { drive, lists, t, showToast, followTask, undoStack } = parts
  let begun: Task
  try {
    begun = await begin()
  } catch (error) {
    return tellTrouble(parts, refused, error)
  }
  const task = await followTask(begun, label)
  lists.refresh([toFolderId])
  if (task?.phase !== 'complete') return
  const back = undoStack.push({
    async undo() {
      await drive.tasks.wait(await drive.tasks.undo(task.task_id))
      lists.refresh([toFolderId])
    },
    redo: again,
  })
  topics += 1
  showToast({
    title: await done(),
    tone: 'done',
    topic: `zip ${topics}`,
    action: { label: t('act.undo'), run: () => void takeBack(parts, back) },
  })
}
