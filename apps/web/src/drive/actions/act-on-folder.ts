import type { ConflictRule, Task } from '@awan/protocol/drive'
import type { WholeFolder } from '../selection/whole-folder.ts'
import { isEnded } from '../tasks/task-board.ts'
import type { ActionParts, FolderFacts, TakenChoice } from './action-parts.ts'
import { askTaken } from './ask-taken.ts'
import { nameOf, readTarget, toRealId } from './place-files.ts'
import { type Failure, whyEnded } from './run-batch.ts'
import { type Failed, type ManyAct, tellAct, tellTrouble, toFailed } from './tell-outcome.ts'

/** The folder as it lies there: without a filter, and with nothing taken out. */
export function isUndivided({ exceptIds, filter }: WholeFolder): boolean {
  return exceptIds.length === 0 && Object.values(filter).every((value) => value === undefined)
}

export async function trashFolder(parts: ActionParts, whole: WholeFolder): Promise<void> {
  const { drive, t } = parts
  await act(parts, whole, {
    name: 'trash',
    run: () => drive.files.trash({ inside: toInside(whole) }),
    doneTitle: (count) => t('act.trashed', { count }),
  })
}

/** All of it into another folder. Where that lies among them, it stays. */
export async function moveFolder(
  parts: ActionParts,
  whole: WholeFolder,
  toFolderId: string,
): Promise<void> {
  const { drive, t } = parts
  const targetId = await toRealId(parts, toFolderId)
  if (targetId === (await toRealId(parts, whole.folderId))) return
  const target = await readTarget(parts, targetId)
  const inside = toInside(whole, targetId)
  const move = (chosen: Parameters<typeof drive.files.move>[0], conflict: ConflictRule) =>
    drive.files.move(chosen, targetId, { conflict })
  await act(parts, whole, {
    name: 'move',
    target,
    run: (conflict) => move({ inside }, conflict),
    runSome: move,
    doneTitle: (count) => t('act.moved', { count, name: target ? nameOf(parts, target) : '' }),
  })
}

/** A name that is taken gets a number: there are too many to ask about each. */
export async function copyFolder(
  parts: ActionParts,
  whole: WholeFolder,
  toFolderId: string,
): Promise<void> {
  const { drive, t } = parts
  const targetId = await toRealId(parts, toFolderId)
  const target = await readTarget(parts, targetId)
  const inside = toInside(whole, targetId)
  await act(parts, whole, {
    name: 'copy',
    target,
    run: () => drive.files.copy({ inside }, targetId, { conflict: 'rename' }),
    doneTitle: (count) => t('act.copied', { count, name: target ? nameOf(parts, target) : '' }),
  })
}

export async function starFolder(
  parts: ActionParts,
  whole: WholeFolder,
  isStarred: boolean,
): Promise<void> {
  const { drive, t } = parts
  await act(parts, whole, {
    name: 'star',
    run: () => drive.files.star({ inside: toInside(whole) }, isStarred),
    doneTitle: () => t(isStarred ? 'act.starred' : 'act.unstarred'),
  })
}

function toInside({ folderId, filter, exceptIds }: WholeFolder, ...others: string[]) {
  return { folder_id: folderId, ...filter, except_ids: [...exceptIds, ...others] }
}

interface FolderAct {
  name: Extract<ManyAct, 'move' | 'copy' | 'trash' | 'star'>
  target?: FolderFacts | undefined
  run(conflict: ConflictRule): Promise<Task>
  /** Once more with those whose names are taken. */
  runSome?(ids: string[], conflict: ConflictRule): Promise<Task>
  doneTitle(count: number): string
}

/**
 * The server goes through the folder by itself. What was begun can be taken back at once, whether it
 * has come to its end or not.
 */
async function act(parts: ActionParts, whole: WholeFolder, deed: FolderAct): Promise<void> {
  const { drive, lists, followTask, t } = parts
  const { name, target, run, doneTitle } = deed
  const tell = tellAct(parts, name, whole.count)
  const begunIds: string[] = []
  let isTakenBack = false
  const refresh = () => lists.refresh([whole.folderId, ...(target ? [target.id] : [])])
  const undoable = {
    async undo() {
      isTakenBack = true
      for (const id of begunIds.toReversed()) {
        const undone = await followTask(await drive.tasks.undo(id), t('tasks.kind.undo'))
        refresh()
        if (undone?.failures[0]) throw undone.failures[0]
      }
    },
  }
  const follow = async (begun: Task) => {
    begunIds.push(begun.task_id)
    if (!isEnded(begun) && (name === 'move' || name === 'trash')) tell.begun(undoable)
    refresh()
    return followTask(begun, tell.title)
  }
  try {
    const begun = await run('fail')
    if (name === 'move' || name === 'trash') whole.letGo()
    const ended = [await follow(begun)]
    for (const again of isTakenBack ? [] : await askAgain(parts, deed, ended[0])) {
      ended.push(await follow(await again()))
    }
    if (isTakenBack) return
    const { doneCount, failure } = reckon(parts, whole, deed, ended)
    tell.end({
      done: doneCount > 0 && {
        title: doneTitle(doneCount),
        undoable: name === 'move' || name === 'trash' ? undoable : undefined,
      },
      failure,
    })
  } catch (error) {
    tellTrouble(parts, t(`act.failed.${name}`, { count: whole.count }), error)
  } finally {
    refresh()
  }
}

/** What is to be done once more, because of names that are taken. */
async function askAgain(
  { questions, t }: ActionParts,
  { runSome, run, target }: FolderAct,
  ended: Task | undefined,
): Promise<(() => Promise<Task>)[]> {
  const taken = ended?.failures.filter(isTaken) ?? []
  const [first] = taken
  if (!ended || !first || !runSome) return []
  const folder = target && nameOf({ t }, target)
  if (ended.failed > ended.failures.length) {
    // Not each of them is known: what is left in the folder is all of them.
    const otherCount = ended.failed - 1
    const question = { name: first.name ?? '', folder, otherCount, isForAll: true }
    const { choice } = await questions.askTaken(question)
    return choice === 'skip' ? [] : [() => run(choice)]
  }
  const choices = await askTaken(questions, taken, folder)
  const rules = ['rename', 'replace'] as const satisfies TakenChoice[]
  return rules.flatMap((rule) =>
    choices[rule].length > 0 ? [() => runSome(choices[rule], rule)] : [],
  )
}

function isTaken({ error }: Failure): boolean {
  return error === 'already_exists'
}

/** How much was done in all, and what was not; somebody has decided about names that were taken. */
function reckon(
  parts: ActionParts,
  whole: WholeFolder,
  { runSome }: FolderAct,
  ended: readonly (Task | undefined)[],
): { doneCount: number; failure: Failed | undefined } {
  const tasks = ended.filter((task) => task !== undefined)
  const doneCount = tasks.reduce((sum, { done, failed }) => sum + done - failed, 0)
  const stopped = tasks.find(({ phase }) => phase !== 'complete')
  if (stopped) {
    const count = Math.max(1, whole.count - doneCount)
    return { doneCount, failure: toFailed(parts, count, whyEnded(stopped)) }
  }
  const failures = tasks.flatMap((task) => task.failures)
  const told = runSome ? failures.filter((failure) => !isTaken(failure)) : failures
  const failedCount = runSome ? told.length : tasks.reduce((sum, { failed }) => sum + failed, 0)
  return { doneCount, failure: told[0] && toFailed(parts, failedCount, told[0]) }
}
