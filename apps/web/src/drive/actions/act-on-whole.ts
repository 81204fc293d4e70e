import type { ConflictRule, InsidePlace, Task } from '@awan/protocol/drive'
import type { WholePlace } from '../selection/whole-place.ts'
import { isEnded } from '../tasks/task-board.ts'
import type { ActionParts, FolderFacts, TakenChoice } from './action-parts.ts'
import { mayMove } from './ask-losses.ts'
import { askTaken } from './ask-taken.ts'
import { readTarget, toRealId } from './place-files.ts'
import { type Failure, whyEnded } from './run-batch.ts'
import { type Failed, type ManyAct, tellAct, tellTrouble, toFailed } from './tell-outcome.ts'
import { askToDelete } from './throw-away.ts'

export async function trashWhole(parts: ActionParts, whole: WholePlace): Promise<void> {
  const { drive, t } = parts
  await actOnPlace(parts, whole, {
    name: 'trash',
    run: () => drive.files.trash({ inside: toInside(whole) }),
    doneTitle: (count) => t('act.trashed', { count }),
  })
}

/** Back to where it all was. */
export async function restoreWhole(parts: ActionParts, whole: WholePlace): Promise<void> {
  const { drive, t } = parts
  const restore = (chosen: ChosenFiles, conflict: ConflictRule) =>
    drive.files.untrash(chosen, { conflict })
  await actOnPlace(parts, whole, {
    name: 'restore',
    run: (conflict) => restore({ inside: toInside(whole) }, conflict),
    runSome: restore,
    doneTitle: (count) => t('act.restored', { count }),
  })
}

/** Asks first: there is no way back. */
export async function deleteWhole(parts: ActionParts, whole: WholePlace): Promise<void> {
  const { drive, t } = parts
  const { count } = whole
  if (!(await askToDelete(parts, t('act.deleteAsk.many', { count })))) return
  await actOnPlace(parts, whole, {
    name: 'delete',
    run: () => drive.files.deleteForGood({ inside: toInside(whole) }),
    doneTitle: (count) => t('act.deleted', { count }),
  })
}

/** All of it into another folder. Where that lies among them, it stays. */
export async function moveWhole(
  parts: ActionParts,
  whole: WholePlace,
  toFolderId: string,
): Promise<void> {
  const { drive, t } = parts
  const targetId = await toRealId(parts, toFolderId)
  const { folder_id } = whole.inside
  if (folder_id !== undefined && targetId === (await toRealId(parts, folder_id))) return
  const target = await readTarget(parts, targetId)
  const inside = toInside(whole, targetId)
  const isWanted = await mayMove(parts, {
    count: whole.count,
    check: () => drive.files.checkMove({ inside }, targetId),
    folder: async () => target?.name,
  })
  if (!isWanted) return
  const move = (chosen: ChosenFiles, conflict: ConflictRule) =>
    drive.files.move(chosen, targetId, { conflict })
  await actOnPlace(parts, whole, {
    name: 'move',
    target,
    run: (conflict) => move({ inside }, conflict),
    runSome: move,
    doneTitle: (count) => t('act.moved', { count, name: target?.name ?? '' }),
  })
}

/** A name that is taken gets a number: there are too many to ask about each. */
export async function copyWhole(
  parts: ActionParts,
  whole: WholePlace,
  toFolderId: string,
): Promise<void> {
  const { drive, t } = parts
  const targetId = await toRealId(parts, toFolderId)
  const target = await readTarget(parts, targetId)
  const inside = toInside(whole, targetId)
  await actOnPlace(parts, whole, {
    name: 'copy',
    target,
    run: () => drive.files.copy({ inside }, targetId, { conflict: 'rename' }),
    doneTitle: (count) => t('act.copied', { count, name: target?.name ?? '' }),
  })
}

export async function starWhole(
  parts: ActionParts,
  whole: WholePlace,
  isStarred: boolean,
): Promise<void> {
  const { drive, t } = parts
  await actOnPlace(parts, whole, {
    name: 'star',
    run: () => drive.files.star({ inside: toInside(whole) }, isStarred),
    doneTitle: () => t(isStarred ? 'act.starred' : 'act.unstarred'),
  })
}

export function toInside({ inside, exceptIds }: WholePlace, ...others: string[]): InsidePlace {
  return { ...inside, except_ids: [...exceptIds, ...others] }
}

type ChosenFiles = Parameters<ActionParts['drive']['files']['trash']>[0]

interface WholeAct {
  name: ManyAct
  target?: FolderFacts | undefined
  /** Where the target is in another drive. */
  folderName?: string
  /** Whether the task counts what lies below too. */
  isCountedBelow?: boolean
  run(conflict: ConflictRule): Promise<Task>
  /** Once more with those whose names are taken. */
  runSome?(ids: string[], conflict: ConflictRule): Promise<Task>
  doneTitle(count: number): string
}

const UNDOABLE: ReadonlySet<ManyAct> = new Set(['move', 'trash', 'restore'])
const COUNTED_BELOW: ReadonlySet<ManyAct> = new Set(['copy', 'delete'])

/**
 * The server goes through the place by itself. What was begun can be taken back at once, whether it
 * has come to its end or not.
 */
export async function actOnPlace(
  parts: ActionParts,
  whole: WholePlace,
  wanted: WholeAct,
): Promise<void> {
  const { drive, lists, followTask, showToast, t } = parts
  const { name, target, run, doneTitle } = wanted
  const place = wanted.folderName ?? target?.name
  const tell = tellAct(parts, name, whole.count)
  const begunIds: string[] = []
  let isTakenBack = false
  const { folder_id, starred } = whole.inside
  const refresh = () =>
    folder_id === undefined
      ? lists.refreshAll()
      : lists.refresh([folder_id, ...(target ? [target.id] : [])])
  const undoable = {
    async undo() {
      isTakenBack = true
      for (const id of begunIds.toReversed()) {
        const undone = await followTask(await drive.tasks.undo(id), undefined)
        refresh()
        const { kept: count } = undone ?? {}
        if (count !== undefined) showToast({ title: keptTitle(t, count, place), tone: 'done' })
        if (undone?.failures[0]) throw undone.failures[0]
      }
    },
  }
  const follow = async (begun: Task) => {
    begunIds.push(begun.task_id)
    if (!isEnded(begun) && UNDOABLE.has(name)) tell.begun(undoable)
    refresh()
    return followTask(begun, tell.title)
  }
  try {
    const begun = await run('fail')
    const staysThere = name === 'copy' || (name === 'star' && starred !== true)
    if (!staysThere) whole.letGo()
    const ended = [await follow(begun)]
    const agains = isTakenBack ? [] : await askAgain(parts, wanted, ended[0])
    for (const again of agains) ended.push(await follow(await again.run()))
    if (isTakenBack) return
    const againCount = agains.reduce((sum, { count }) => sum + count, 0)
    const { doneCount, failure } = reckon(parts, whole, wanted, ended, againCount)
    tell.end({
      done: doneCount > 0 && {
        title: doneTitle(doneCount),
        undoable: UNDOABLE.has(name) ? undoable : undefined,
      },
      failure,
    })
  } catch (error) {
    tellTrouble(parts, t(`act.failed.${name}`, { count: whole.count }), error)
  } finally {
    refresh()
  }
}

/** What others have added or changed since is not taken back. */
function keptTitle(t: ActionParts['t'], count: number, name: string | undefined): string {
  return name === undefined ? t('act.undo.kept', { count }) : t('act.undo.keptIn', { count, name })
}

/** What is to be done once more, because of names that are taken. */
async function askAgain(
  { questions }: ActionParts,
  { runSome, run, target, folderName }: WholeAct,
  ended: Task | undefined,
): Promise<{ count: number; run: () => Promise<Task> }[]> {
  const taken = ended?.failures.filter(isTaken) ?? []
  const [first] = taken
  if (!ended || !first || !runSome) return []
  const folder = folderName ?? target?.name
  if (ended.failed > ended.failures.length) {
    // Not each of them is known: what is left there is all of them.
    const otherCount = ended.failed - 1
    const question = { name: first.name ?? '', folder, otherCount, isForAll: true }
    const { choice } = await questions.askTaken(question)
    return choice === 'skip' ? [] : [{ count: ended.failed, run: () => run(choice) }]
  }
  const choices = await askTaken(questions, taken, folder)
  const rules = ['rename', 'replace'] as const satisfies TakenChoice[]
  return rules.flatMap((rule) => {
    const ids = choices[rule]
    return ids.length > 0 ? { count: ids.length, run: () => runSome(ids, rule) } : []
  })
}

function isTaken({ error }: Failure): boolean {
  return error === 'already_exists'
}

/** How much was done in all, and what was not; somebody has decided about names that were taken. */
function reckon(
  parts: ActionParts,
  whole: WholePlace,
  { name, runSome, isCountedBelow = COUNTED_BELOW.has(name) }: WholeAct,
  ended: readonly (Task | undefined)[],
  /** How many were tried a second time. */
  againCount: number,
): { doneCount: number; failure: Failed | undefined } {
  const tasks = ended.filter((task) => task !== undefined)
  const stopped = tasks.find(({ phase }) => phase !== 'complete')
  const failedInAll = tasks.reduce((sum, { failed }) => sum + failed, 0)
  const sum = tasks.reduce((sum, { done }) => sum + done, 0) - failedInAll
  // Of the whole drive a second run also goes through what the first has moved.
  const atMost = tasks.length > 1 ? whole.count : Number.POSITIVE_INFINITY
  const isByTops = isCountedBelow && tasks.length > 0 && !stopped
  const doneCount = isByTops ? whole.count - failedInAll + againCount : Math.min(sum, atMost)
  if (stopped) {
    const count = Math.max(1, whole.count - doneCount)
    return { doneCount, failure: toFailed(parts, count, whyEnded(stopped)) }
  }
  const failures = tasks.flatMap((task) => task.failures)
  const told = runSome ? failures.filter((failure) => !isTaken(failure)) : failures
  const failedCount = runSome ? told.length : failedInAll
  return { doneCount, failure: told[0] && toFailed(parts, failedCount, told[0]) }
}
