import type { TagChange } from '@awan/client/drive'
import type { Task } from '@awan/protocol/drive'
import { type Chosen, countOf, isWhole } from '../../selection/whole-place.ts'
import { toInside } from '../act-on-whole.ts'
import type { ActionParts } from '../action-parts.ts'
import { takeBack, tellTrouble, toReason } from '../tell-outcome.ts'

/** So many go with one call. */
const MOST_IDS = 10_000

let topics = 0

/** Adds tags to all of them and removes others, with a way back. */
export async function tagFiles(
  parts: ActionParts,
  chosen: Chosen,
  change: TagChange,
): Promise<void> {
  const { drive, lists, t, showToast, followTask, undoStack } = parts
  const count = countOf(chosen)
  const begun: Task[] = []
  const ended: (Task | undefined)[] = []
  let problem: unknown
  try {
    for (const part of partsOf(chosen)) {
      const task = await drive.files.tag(part, change)
      begun.push(task)
      ended.push(await followTask(task, t('act.tags.label', { count })))
    }
  } catch (error) {
    problem = error
  }
  lists.refreshAll()
  const tasks = ended.filter((task) => task !== undefined)
  const failed = tasks.reduce((sum, task) => sum + task.failed, 0)
  const done = tasks.reduce((sum, task) => sum + task.done, 0) - failed
  topics += 1
  const topic = `tag ${topics}`
  if (done > 0) {
    const back = undoStack.push({
      async undo() {
        for (const { task_id } of begun.toReversed()) {
          const { failures } = await drive.tasks.wait(await drive.tasks.undo(task_id))
          lists.refreshAll()
          if (failures[0]) throw failures[0]
        }
      },
      redo: () => tagFiles(parts, chosen, change),
    })
    const run = () => void takeBack(parts, back)
    const title = t('act.tags.done', { count: done })
    showToast({ title, tone: 'done', topic, action: { label: t('act.undo'), run } })
  }
  if (problem !== undefined) {
    return tellTrouble(parts, t('act.tags.failed', { count: count - done }), problem)
  }
  const failure = tasks.find(({ failures }) => failures.length > 0)?.failures[0]
  if (failure === undefined) return
  // Of what was locked, or is gone; one reason stands for all.
  const reason =
    failure.error === 'resource_exhausted'
      ? t('act.tags.full.name', { name: failure.name ?? '' })
      : toReason(parts, failure)
  const title = t('act.tags.failed', { count: failed })
  showToast({ title, text: reason, topic: `${topic} failed` })
}

function partsOf(chosen: Chosen) {
  if (isWhole(chosen)) return [{ inside: toInside(chosen) }]
  const parts: string[][] = []
  for (let at = 0; at < chosen.length; at += MOST_IDS) {
    parts.push(chosen.slice(at, at + MOST_IDS).map(({ id }) => id))
  }
  return parts
}
