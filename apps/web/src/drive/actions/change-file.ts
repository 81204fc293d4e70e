import type { FileChange } from '@awan/client/drive'
import type { File } from '@awan/protocol/drive'
import type { ActionParts } from './action-parts.ts'
import { ChangedElsewhere, changeSeen } from './change-seen.ts'
import { foldersOf } from './chosen-files.ts'
import { refuseName } from './refuse-name.ts'
import { runBatch } from './run-batch.ts'
import { readFailure, takeBack, tellAct, tellTrouble, toReason } from './tell-outcome.ts'

export async function renameFile(parts: ActionParts, file: File, name: string): Promise<void> {
  const { t } = parts
  const title = t('act.failed.rename', { name: file.name })
  const rule = refuseName(name, t)
  if (rule !== undefined) return void parts.showToast({ title, text: rule })
  await rename(parts, file, name, (error) => {
    if (!(error instanceof ChangedElsewhere)) {
      return tellTrouble(parts, title, error, { name })
    }
    const { current } = error
    tellChangedElsewhere(parts, file, {
      text: t('act.changed.name', { name: current.name }),
      apply: () => void renameFile(parts, current, name),
    })
  })
}

/** Why a name was refused. */
export interface RenameRefusal {
  reason: string
  /** The file as it was changed elsewhere: whoever sees it may try again. */
  current?: File
}

/** For whoever says it beside the name. */
export async function tryRename(
  parts: ActionParts,
  file: File,
  name: string,
): Promise<RenameRefusal | undefined> {
  let refusal: RenameRefusal | undefined
  await rename(parts, file, name, (error) => {
    refusal =
      error instanceof ChangedElsewhere
        ? {
            reason: parts.t('act.changed.tryAgain', { name: error.current.name }),
            current: error.current,
          }
        : { reason: toReason(parts, error, name) }
  })
  return refusal
}

async function rename(
  parts: ActionParts,
  file: File,
  name: string,
  onRefused: (error: unknown) => void,
): Promise<void> {
  if (name === file.name) return
  const { t } = parts
  const renamed = await change(parts, file, { name }, onRefused)
  if (!renamed) return
  const title = t('act.renamed', { name: renamed.name })
  tellChange(
    parts,
    renamed,
    { name: file.name },
    {
      title,
      topic: `rename ${file.id}`,
      redo: (asItWas) => renameFile(parts, asItWas, name),
    },
  )
}

export async function starFiles(
  parts: ActionParts,
  files: readonly File[],
  isStarred: boolean,
): Promise<void> {
  const { drive, lists, followTask, t, announce } = parts
  const changing = files.filter(({ starred }) => starred !== isStarred)
  if (changing.length === 0) return
  for (const file of changing) lists.put(asItWillBe(file, { starred: isStarred }))
  const tell = tellAct(parts, 'star', changing.length)
  const outcome = await runBatch(
    (task) => followTask(task, tell.title),
    changing.map(({ id }) => id),
    (ids) => drive.files.star(ids, isStarred),
    tell.progress,
  )
  const isDone = new Set(outcome.done)
  for (const file of changing) if (!isDone.has(file.id)) lists.put(file)
  lists.refresh(foldersOf(changing))
  tell.end({ done: false, failure: readFailure(parts, changing, outcome) })
  if (isDone.size > 0) announce(t(isStarred ? 'act.starred' : 'act.unstarred'))
}

export async function tagFile(
  parts: ActionParts,
  file: File,
  tags: readonly string[],
): Promise<void> {
  const { t, announce } = parts
  const wanted = { tags: [...tags] }
  if (await change(parts, file, wanted, tellNotChanged(parts, file))) announce(t('act.tagged'))
}

/** What was wanted is kept for whoever wants it all the same, now that they know. */
export function tellChangedElsewhere(
  { t, showToast }: ActionParts,
  { id, name }: File,
  { text, apply }: { text: string; apply: () => void },
): void {
  showToast({
    title: t('act.changed', { name }),
    text,
    topic: `changed ${id}`,
    action: { label: t('act.changed.apply'), run: apply },
  })
}

export function tellNotChanged(parts: ActionParts, { name }: File) {
  return (error: unknown) => tellTrouble(parts, parts.t('act.failed.change', { name }), error)
}

/** Says what was changed, and offers how it was. */
export function tellChange(
  parts: ActionParts,
  file: File,
  was: FileChange,
  { title, topic, redo }: { title: string; topic: string; redo?: (asItWas: File) => Promise<void> },
): void {
  const { t, showToast, undoStack, drive, lists } = parts
  let asItWas = asItWillBe(file, was)
  const undo = undoStack.push({
    redo: redo && (() => redo(asItWas)),
    async undo() {
      withdraw()
      lists.put(asItWillBe(file, was))
      try {
        asItWas = await changeSeen(drive, file, was)
      } catch (error) {
        lists.put(error instanceof ChangedElsewhere ? error.current : file)
        throw error
      } finally {
        lists.refresh(foldersOf([file]))
      }
    },
  })
  const run = () => void takeBack(parts, undo)
  const withdraw = showToast({ title, tone: 'done', topic, action: { label: t('act.undo'), run } })
}

/** Shown at once; when it is refused the file is shown as it was, or as others changed it. */
export async function change(
  parts: ActionParts,
  file: File,
  wanted: FileChange,
  onRefused: (error: unknown) => void,
): Promise<File | undefined> {
  const { drive, lists } = parts
  lists.put(asItWillBe(file, wanted))
  try {
    const changed = await changeSeen(drive, file, wanted)
    lists.put(changed)
    return changed
  } catch (error) {
    lists.put(error instanceof ChangedElsewhere ? error.current : file)
    onRefused(error)
    return undefined
  } finally {
    lists.refresh(foldersOf([file]))
  }
}

function asItWillBe(
  file: File,
  { name = file.name, starred = file.starred, tags = file.tags, description }: FileChange,
): File {
  const { description: before, ...rest } = file
  const after = description === undefined ? before : (description ?? undefined)
  return {
    ...rest,
    name,
    starred,
    tags,
    ...(after === undefined ? {} : { description: after }),
  }
}
