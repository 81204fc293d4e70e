import type { Task } from '@awan/protocol/drive'
import type { ActionParts } from './action-parts.ts'
import { takeBack, tellTrouble } from './tell-outcome.ts'

let topics = 0

/**
 * Sees files that the server downloads to their end, with a way back. What failed can be asked for again as long as
 * this page knows the addresses: the server forgets them.
 */
export async function followFetch(
  parts: ActionParts,
  begun: Task,
  urls: readonly string[],
  folderId: string,
): Promise<void> {
  const { drive, lists, t, showToast, followTask } = parts
  const label = t('act.fetch.label', { count: urls.length, host: hostOf(urls[0]) })
  const task = await followTask(begun, label, { retry })
  lists.refresh([folderId])
  if (!task) return
  const count = task.done - task.failed
  if (count <= 0 || task.phase !== 'complete') return
  topics += 1
  const topic = `fetch ${topics}`
  const { name } = await parts.readFolder(folderId)
  const back = parts.undoStack.push({
    async undo() {
      await drive.tasks.wait(await drive.tasks.undo(task.task_id))
      lists.refresh([folderId])
    },
  })
  const run = () => void takeBack(parts, back)
  const title = t('act.fetch.done', { count, name })
  showToast({ title, tone: 'done', topic, action: { label: t('act.undo'), run } })

  async function retry(ended: Task): Promise<void> {
    const failed = ended.failures.flatMap(({ id }) => urls[Number(id)] ?? [])
    try {
      // One that ended as a whole is asked for as a whole.
      const again = ended.phase === 'complete' ? failed : [...urls]
      void followFetch(parts, await drive.files.fetch(again, folderId), again, folderId)
    } catch (error) {
      tellTrouble(parts, t('act.fetch.failed'), error)
    }
  }
}

function hostOf(url = ''): string {
  return URL.parse(url)?.host ?? ''
}
