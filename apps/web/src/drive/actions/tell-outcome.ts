import type { File } from '@awan/protocol/drive'
import { isErrorName, isServiceError, ServiceError } from '@awan/protocol/errors'
import type { TextKey } from '../../i18n/keys.ts'
import { toReference } from '../../session/use-error-handler.ts'
import type { Toast } from '../../ui/toast-board.ts'
import type { ActionParts } from './action-parts.ts'
import { ChangedElsewhere } from './change-seen.ts'
import { type BatchOutcome, type Failure, TaskCancelled } from './run-batch.ts'
import type { Undoable } from './undo-stack.ts'

export type ManyAct = 'move' | 'copy' | 'trash' | 'restore' | 'delete' | 'star'

type Teller = Pick<ActionParts, 't' | 'showToast' | 'messageOf' | 'undoStack'>

const going = {
  move: 'act.moving',
  copy: 'act.copying',
  trash: 'act.trashing',
  restore: 'act.restoring',
  delete: 'act.deleting',
  star: 'act.starring',
} as const satisfies Record<ManyAct, TextKey>

let topics = 0

/** Notes about one act: each takes the place of the one before. */
export function tellAct(
  { t, showToast, messageOf, undoStack }: Teller,
  act: ManyAct,
  count: number,
) {
  topics += 1
  const topic = `${act} ${topics}`
  let wayBack: ReturnType<typeof undoAction> | undefined
  let withdraw: (() => void) | undefined
  return {
    title: t(going[act], { count }),
    progress(fraction: number): void {
      const percent = Math.floor(fraction * 100)
      const text = t('act.working.progress', { percent })
      showToast({ title: t(going[act], { count }), text, tone: 'working', topic })
    },
    /** It goes on for a while; the way back is open from the beginning. */
    begun(undoable: Undoable): void {
      wayBack ??= undoAction(undoable)
      withdraw = showToast({ title: t(going[act], { count }), tone: 'working', topic, ...wayBack })
    },
    /** What was done, with the way back, and what was not. */
    end({ done, failure }: { done: Done | false; failure?: Failed | undefined }): void {
      if (done) {
        const back = wayBack ?? undoAction(done.undoable)
        withdraw = showToast({ title: done.title, tone: 'done', topic, ...back })
      }
      if (!failure) return
      const title = t(`act.failed.${act}`, { count: failure.count })
      const { count: _, reason: text, ...reference } = failure
      showToast({ title, text, ...reference, topic: done ? `${topic} failed` : topic })
    },
  }

  function undoAction(undoable: Undoable | undefined): Pick<Toast, 'action'> {
    if (!undoable) return {}
    const undo = undoStack.push({
      undo() {
        // What is taken back, by the key too, is not offered any more.
        withdraw?.()
        wayBack = {}
        return undoable.undo()
      },
      redo: undoable.redo,
    })
    const run = () => void takeBack({ t, showToast, messageOf }, undo)
    return { action: { label: t('act.undo'), run } }
  }
}

interface Done {
  title: string
  undoable?: Undoable | undefined
}

export interface Failed extends Pick<Toast, 'reference'> {
  count: number
  reason: string
}

/** Takes something back and says how that went. */
export async function takeBack(
  { t, showToast, messageOf }: Pick<Teller, 't' | 'showToast' | 'messageOf'>,
  undo: () => Promise<boolean>,
): Promise<void> {
  try {
    const title = (await undo()) ? t('act.undone') : t('act.undo.none')
    showToast({ title, tone: 'done', topic: 'undo' })
  } catch (error) {
    tellTrouble({ t, showToast, messageOf }, t('act.undo.failed'), error, { topic: 'undo' })
  }
}

/** Does again what was taken back last; what is done tells how it went. */
export async function doAgain({ t, showToast, undoStack }: Teller): Promise<void> {
  if (await undoStack.redo()) return
  showToast({ title: t('act.redo.none'), tone: 'done', topic: 'undo' })
}

/** How many of these were not done, and why the first of them was not. */
export function readFailure(
  { t, messageOf }: Pick<Teller, 't' | 'messageOf'>,
  files: readonly File[],
  { done, failures, stopped }: BatchOutcome,
): Failed | undefined {
  const count = stopped === undefined ? failures.length : files.length - done.length
  return count === 0 ? undefined : toFailed({ t, messageOf }, count, stopped ?? failures[0])
}

export function toFailed(
  { t, messageOf }: Pick<Teller, 't' | 'messageOf'>,
  count: number,
  why: unknown,
): Failed {
  if (why instanceof TaskCancelled) return { count, reason: t('act.reason.cancelled') }
  return { count, reason: toReason({ t, messageOf }, why), ...toReference(t, why) }
}

/** A note that something was refused, and why, with the request to quote. */
export function tellTrouble(
  { t, showToast, messageOf }: Pick<Teller, 't' | 'showToast' | 'messageOf'>,
  title: string,
  error: unknown,
  { name, topic }: { name?: string | undefined; topic?: string } = {},
): void {
  const text = toReason({ t, messageOf }, error, name)
  showToast({ title, text, ...toReference(t, error), ...(topic === undefined ? {} : { topic }) })
}

/** Why something was refused, in words that fit files. */
export function toReason(
  { t, messageOf }: Pick<Teller, 't' | 'messageOf'>,
  thrown: unknown,
  name = '',
): string {
  if (thrown instanceof ChangedElsewhere) return t('act.reason.changed')
  if (isFailure(thrown)) {
    return toReason({ t, messageOf }, toError(thrown), thrown.name ?? name)
  }
  if (isServiceError(thrown, 'aborted')) return t('act.reason.changed')
  if (isServiceError(thrown, 'already_exists')) return t('act.reason.taken', { name })
  if (isServiceError(thrown, 'not_found')) return t('act.reason.gone')
  if (isServiceError(thrown, 'resource_exhausted')) return t('act.reason.full')
  return messageOf(thrown)
}

function isFailure(thrown: unknown): thrown is Failure {
  return typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error)
}

function toError({ error, description }: Failure): ServiceError {
  return new ServiceError(isErrorName(error) ? error : 'unknown', { description })
}
