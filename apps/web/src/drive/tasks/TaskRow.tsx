import type { Task } from '@awan/protocol/drive'
import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  CloudDownload,
  Copy,
  FileArchive,
  FolderInput,
  ListChecks,
  type LucideIcon,
  PackageOpen,
  RotateCcw,
  RotateCw,
  Star,
  Tag,
  Trash2,
  Undo2,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatPercent } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/keys.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler, useErrorMessage } from '../../session/use-error-handler.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useTasks } from './TasksProvider.tsx'
import { isEnded, type TaskItem } from './task-board.ts'
import { failureReason, taskName } from './task-words.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  trash: Trash2,
  untrash: RotateCcw,
  move: FolderInput,
  copy: Copy,
  delete: Trash2,
  empty: Trash2,
  star: Star,
  tag: Tag,
  undo: Undo2,
  move_across: FolderInput,
  copy_across: Copy,
  undo_across: Undo2,
  fetch: CloudDownload,
  compress: FileArchive,
  extract: PackageOpen,
}

export function TaskRow({ item }: { item: TaskItem }) {
  const { t, tag } = useLanguage()
  const board = useTasks()
  const handleError = useErrorHandler()
  const [isStopping, setStopping] = useState(false)
  const { task, retry } = item
  const name = taskName(item, t)
  const isOpen = !isEnded(task)
  const Icon = icons[task.kind] ?? ListChecks

  function stop() {
    setStopping(true)
    board.cancel(item.id).catch((error: unknown) => {
      setStopping(false)
      handleError(error)
    })
  }

  return (
    <li className="border-t border-line px-4 py-2.5">
      <div className="flex min-h-8 items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-sm bg-accent-soft text-accent-ink"
        >
          <Icon className="size-4.5" strokeWidth={1.75} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm" title={name}>
            {name}
          </p>
          <p className="text-xs text-muted tabular-nums">
            {isStopping && isOpen ? t('tasks.stopping') : progressWords(item, { t, tag })}
          </p>
        </div>
        <Outcome task={task} />
        {isOpen && !isStopping ? (
          <IconButton
            small
            icon={X}
            label={t('tasks.cancel', { name })}
            onClick={stop}
            className="-me-2"
          />
        ) : null}
        {retry && !isOpen && task.failed > 0 ? (
          <IconButton
            small
            icon={RotateCw}
            label={t('tasks.retry', { name })}
            onClick={() => void retry()}
            className="-me-2"
          />
        ) : null}
      </div>
      {isOpen ? (
        <div className="mt-2">
          <ProgressBar
            label={name}
            fraction={task.progress / 100}
            valueText={formatPercent(task.progress / 100, tag)}
          />
        </div>
      ) : null}
      <Failures task={task} />
    </li>
  )
}

function progressWords(
  { task, rate }: TaskItem,
  { t, tag }: { t: Translate; tag: string },
): string {
  const { phase, done, total, bytes } = task
  const count = new Intl.NumberFormat(tag)
  if (bytes && !isEnded(task)) return bytesWords(bytes, rate?.perSecond, { t, tag })
  if (phase === 'pending' && done === 0) return t('tasks.waiting')
  if (phase === 'complete' || total === undefined) {
    return t('tasks.doneCount', { done: count.format(done) })
  }
  return t('tasks.progress', { done: count.format(done), total: count.format(total) })
}

/** `12 MB of 80 MB · 2.1 MB/s`. */
function bytesWords(
  { done, total }: NonNullable<Task['bytes']>,
  perSecond: number | undefined,
  { t, tag }: { t: Translate; tag: string },
): string {
  const format = (bytes: number) => formatBytes(bytes, tag)
  const progress =
    total === undefined
      ? format(done)
      : t('tasks.progress', { done: format(done), total: format(total) })
  if (perSecond === undefined) return progress
  return `${progress} · ${t('tasks.rate', { rate: format(perSecond) })}`
}

function Outcome({ task }: { task: Task }) {
  const { t } = useLanguage()
  if (!isEnded(task)) return null
  const { icon: Icon, ink, text } = outcomes[outcomeOf(task)]
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-sm text-muted">
      <Icon aria-hidden="true" className={classNames('size-4', ink)} strokeWidth={2} />
      {t(text)}
    </span>
  )
}

const outcomes = {
  complete: { icon: CircleCheck, ink: 'text-accent', text: 'tasks.complete' },
  failed: { icon: CircleAlert, ink: 'text-danger', text: 'tasks.failed' },
  cancelled: { icon: CircleSlash, ink: 'text-muted', text: 'tasks.cancelled' },
} as const

function outcomeOf({ phase }: Task): keyof typeof outcomes {
  return phase === 'failed' || phase === 'cancelled' ? phase : 'complete'
}

/** A few of them tell what is wrong; the rest is counted. */
const SHOWN_FAILURES = 5

function Failures({ task: { failed, failures } }: { task: Task }) {
  const { t } = useLanguage()
  const messageOf = useErrorMessage()
  if (failed === 0) return null
  const shown = failures.slice(0, SHOWN_FAILURES)
  return (
    <div className="mt-2 ps-11 text-xs">
      <p className="font-medium text-danger">{t('tasks.failures', { count: failed })}</p>
      <ul className="mt-1 flex flex-col gap-1 text-muted">
        {shown.map((failure) => (
          <li key={failure.id} className="break-words">
            {whatFailed(failure) === '' ? null : (
              <>
                <span translate="no" className="text-text">
                  {whatFailed(failure)}
                </span>
                {' · '}
              </>
            )}
            {failureReason(failure, { t, messageOf })}
          </li>
        ))}
        {failed > shown.length ? (
          <li>{t('tasks.failures.others', { count: failed - shown.length })}</li>
        ) : null}
      </ul>
    </div>
  )
}

/** Of a file from elsewhere also where it should have come from. */
function whatFailed({ name, host }: Task['failures'][number]): string {
  return [name, host].filter((part) => part !== undefined).join(' · ')
}
