import type { ExtractProblem, FetchProblem, Task } from '@awan/protocol/drive'
import { toServiceError } from '@awan/protocol/errors'
import type { PlainTextKey, Translate } from '../../i18n/keys.ts'
import type { TaskItem } from './task-board.ts'

type TaskText = Extract<PlainTextKey, `tasks.${string}`>

const kinds: Readonly<Record<string, TaskText>> = {
  trash: 'tasks.kind.trash',
  untrash: 'tasks.kind.untrash',
  move: 'tasks.kind.move',
  copy: 'tasks.kind.copy',
  delete: 'tasks.kind.delete',
  empty: 'tasks.kind.empty',
  star: 'tasks.kind.star',
  tag: 'tasks.kind.tag',
  rename: 'tasks.kind.rename',
  undo: 'tasks.kind.undo',
  move_across: 'tasks.kind.move',
  copy_across: 'tasks.kind.copy',
  undo_across: 'tasks.kind.undo',
  fetch: 'tasks.kind.fetch',
  compress: 'tasks.kind.compress',
  extract: 'tasks.kind.extract',
}

/** What it was called where it was begun; else after what it does. */
export function taskName({ label, task }: TaskItem, t: Translate): string {
  return label ?? t(kinds[task.kind] ?? 'tasks.kind.other')
}

const reasons: Readonly<Record<string, TaskText>> = {
  already_exists: 'tasks.reason.taken',
  not_found: 'tasks.reason.gone',
  resource_exhausted: 'tasks.reason.full',
  failed_precondition: 'tasks.reason.refused',
  invalid_argument: 'tasks.reason.refused',
}

const fetchReasons: Readonly<Record<string, TaskText>> = {
  not_allowed: 'tasks.fetch.notAllowed',
  missing: 'tasks.fetch.missing',
  sign_in: 'tasks.fetch.signIn',
  refused: 'tasks.fetch.refused',
  no_answer: 'tasks.fetch.noAnswer',
  slow: 'tasks.fetch.slow',
  broken: 'tasks.fetch.broken',
  too_large: 'tasks.fetch.tooLarge',
} satisfies Partial<Record<FetchProblem, TaskText>>

const extractReasons: Readonly<Record<string, TaskText>> = {
  not_an_archive: 'tasks.extract.notArchive',
  too_many: 'tasks.extract.tooMany',
  overlapping: 'tasks.extract.overlapping',
  encrypted: 'tasks.extract.encrypted',
  method: 'tasks.extract.method',
  link: 'tasks.extract.link',
  name: 'tasks.extract.name',
  too_deep: 'tasks.extract.tooDeep',
  damaged: 'tasks.extract.damaged',
} satisfies Record<ExtractProblem, TaskText>

/** Why something could not be done, in words that help. */
export function failureReason(
  { error, description, reason: own = '' }: Omit<Task['failures'][number], 'id'>,
  { t, messageOf }: { t: Translate; messageOf: (error: unknown) => string },
): string {
  const reason = fetchReasons[own] ?? extractReasons[own] ?? reasons[error]
  if (reason !== undefined) return t(reason)
  return messageOf(toServiceError({ error, error_description: description }))
}

/** How something ended. */
export function endWords(
  item: TaskItem,
  { t, messageOf }: { t: Translate; messageOf: (error: unknown) => string },
): string {
  const name = taskName(item, t)
  const { phase, failed, failures } = item.task
  const reason = failures.at(-1)
  if (phase === 'cancelled') return t('tasks.announce.cancelled', { name })
  if (phase === 'failed' && reason) {
    const words = failureReason(reason, { t, messageOf })
    return t('tasks.announce.failed', { name, reason: words })
  }
  if (failed > 0) return t('tasks.announce.some', { name, count: failed })
  return t('tasks.announce.done', { name })
}
