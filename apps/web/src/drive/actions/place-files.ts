import { ROOT_ID } from '@awan/protocol'
import type { ConflictRule, File, Task } from '@awan/protocol/drive'
import type { ActionParts, FolderFacts } from './action-parts.ts'
import { checkIds, mayMove } from './ask-losses.ts'
import { askTaken } from './ask-taken.ts'
import { andRefresh, foldersOf, idsByFolder, idsOf, seenIn } from './chosen-files.ts'
import { type BatchOutcome, runBatch } from './run-batch.ts'
import { readFailure, tellAct } from './tell-outcome.ts'
import type { Undoable } from './undo-stack.ts'

/** Moves files into a folder; what lies there already stays as it is. */
export async function moveFiles(
  parts: ActionParts,
  files: readonly File[],
  toFolderId: string,
): Promise<void> {
  const { drive, lists } = parts
  const targetId = await toRealId(parts, toFolderId)
  const moving = files.filter(({ parent_id }) => parent_id !== targetId)
  if (moving.length === 0) return
  if (moving.some(({ id }) => id === targetId)) return refuseItself(parts, moving)
  const isWanted = await mayMove(parts, {
    count: moving.length,
    check: () => checkIds([...idsOf(moving)], (ids) => drive.files.checkMove(ids, targetId)),
    folder: async () => (await readTarget(parts, targetId))?.name,
  })
  if (!isWanted) return
  lists.remove(idsOf(moving))
  await place(parts, {
    act: 'move',
    files: moving,
    targetId,
    call: (ids, conflict) =>
      drive.files.move(ids, targetId, { conflict, seen_in: seenIn(moving, ids) }),
    undo: (done) => ({
      ...moveBack(parts, done, targetId),
      redo: () => moveFiles(parts, done, targetId),
    }),
  })
}

/** Copies files into a folder; in their own folder they get a number. */
export async function copyFiles(
  parts: ActionParts,
  files: readonly File[],
  toFolderId: string,
): Promise<void> {
  const { drive } = parts
  const targetId = await toRealId(parts, toFolderId)
  if (files.some(({ id }) => id === targetId)) return refuseItself(parts, files)
  const inPlace = idsOf(files.filter(({ parent_id }) => parent_id === targetId))
  await place(parts, {
    act: 'copy',
    files,
    targetId,
    neverTaken: inPlace,
    call: (ids, conflict) => drive.files.copy(ids, targetId, { conflict }),
  })
}

/** Brings files back from the trash, to where they were. */
export async function restoreFiles(parts: ActionParts, files: readonly File[]): Promise<void> {
  const { drive, lists } = parts
  lists.remove(idsOf(files))
  await place(parts, {
    act: 'restore',
    files,
    call: (ids, conflict) => drive.files.untrash(ids, { conflict, seen_in: seenIn(files, ids) }),
    undo: (done) => ({
      async undo() {
        lists.remove(idsOf(done))
        await andRefresh(parts, foldersOf(done), drive.files.trash([...idsOf(done)]))
      },
    }),
  })
}

interface Placing {
  act: 'move' | 'copy' | 'restore'
  files: readonly File[]
  /** Where to; the trash knows it itself. */
  targetId?: string
  /** Ids of those that may get another name without asking. */
  neverTaken?: ReadonlySet<string>
  call(ids: string[], conflict: ConflictRule): Promise<Task>
  undo?(done: readonly File[]): Undoable
}

async function place(parts: ActionParts, placing: Placing): Promise<void> {
  const { lists, followTask, t } = parts
  const { act, files, targetId, neverTaken = new Set(), call, undo } = placing
  const tell = tellAct(parts, act, files.length)
  const run = (ids: readonly string[], conflict: ConflictRule) =>
    runBatch(
      (task) => followTask(task, tell.title),
      ids,
      (some) => call(some, conflict),
      tell.progress,
    )
  const ids = [...idsOf(files)]

  const free = await run(
    ids.filter((id) => neverTaken.has(id)),
    'rename',
  )
  const first = await run(
    ids.filter((id) => !neverTaken.has(id)),
    'fail',
  )
  const outcomes = [free, withoutTaken(first)]
  const target = targetId === undefined ? undefined : await readTarget(parts, targetId)
  const choices = await askTaken(parts.questions, takenOf(first), target?.name)
  for (const rule of ['rename', 'replace'] as const) {
    outcomes.push(await run(choices[rule], rule))
  }

  lists.refresh([...foldersOf(files), ...(targetId === undefined ? [] : [targetId])])
  const outcome = joined(outcomes)
  const isDone = new Set(outcome.done)
  const done = files.filter(({ id }) => isDone.has(id))
  const tried = files.filter(({ id }) => !choices.skip.includes(id))
  const failure = readFailure(parts, tried, outcome)
  const isAbove = target?.ancestors.some(({ id }) => ids.includes(id))
  tell.end({
    done: done.length > 0 && {
      title: doneTitle(parts, act, done.length, target),
      undoable: undo?.(done),
    },
    failure: failure && isAbove ? { ...failure, reason: t('act.reason.itself') } : failure,
  })
}

function doneTitle(
  { t }: ActionParts,
  act: Placing['act'],
  count: number,
  target: FolderFacts | undefined,
): string {
  if (!target) return t('act.restored', { count })
  const { name } = target
  return act === 'move' ? t('act.moved', { count, name }) : t('act.copied', { count, name })
}

function moveBack(parts: ActionParts, files: readonly File[], from: string): Undoable {
  const { drive, lists } = parts
  return {
    async undo() {
      lists.remove(idsOf(files))
      for (const [folderId, ids] of idsByFolder(files)) {
        const moved = drive.files.move(ids, folderId, { conflict: 'rename' })
        await andRefresh(parts, [folderId, from], moved)
      }
    },
  }
}

function refuseItself(parts: ActionParts, files: readonly File[]): void {
  const failure = { count: files.length, reason: parts.t('act.reason.itself') }
  tellAct(parts, 'move', files.length).end({ done: false, failure })
}

/** The top folder goes by a name in addresses, and by its id in what files tell. */
export async function toRealId({ readFolder }: ActionParts, folderId: string): Promise<string> {
  if (folderId !== ROOT_ID) return folderId
  // Without its id all that is lost is that files which lie there already are not left out.
  return readFolder(ROOT_ID).then(
    ({ id }) => id,
    () => ROOT_ID,
  )
}

export async function readTarget(parts: ActionParts, id: string): Promise<FolderFacts | undefined> {
  // Gone by now: there is no name to say, and the failures tell why.
  return parts.readFolder(id).catch(() => undefined)
}

function takenOf({ failures }: BatchOutcome) {
  return failures.filter(({ error }) => error === 'already_exists')
}

function withoutTaken(outcome: BatchOutcome): BatchOutcome {
  const failures = outcome.failures.filter(({ error }) => error !== 'already_exists')
  return { ...outcome, failures }
}

function joined(outcomes: readonly BatchOutcome[]): BatchOutcome {
  const stopped = outcomes.find((outcome) => outcome.stopped !== undefined)?.stopped
  return {
    done: outcomes.flatMap(({ done }) => done),
    failures: outcomes.flatMap(({ failures }) => failures),
    ...(stopped === undefined ? {} : { stopped }),
  }
}
