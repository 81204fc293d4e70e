import type { Task } from '@awan/protocol/drive'
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
  undo: 'tasks.kind.undo',
  move_across: 'tasks.kind.move',
  copy_across: 'tasks.kind.copy',
  undo_across: 'tasks.kind.undo',
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

/** Why something could not be done, in words that help. */
export function failureReason(
  { error, description }: Pick<Task['failures'][number], 'error' | 'description'>,
  { t, messageOf }: { t: Translate; messageOf: (error: unknown) => string },
): string {
  const reason = reasons[error]
  if (reason !== undefined) return t(reason)
  return messageOf(toServiceError({ error, error_description: description }))
}
