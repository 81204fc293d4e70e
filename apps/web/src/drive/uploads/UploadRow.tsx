import { NO_NAME, type UploadRow as Row } from '@awan/client/upload-manager'
import { CircleCheck, type LucideIcon, Pause, Play, RotateCw, X } from 'lucide-react'
import { formatPercent } from '../../i18n/format.ts'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { FileIcon } from '../pictures/FileIcon.tsx'
import { useUploads } from './UploadsProvider.tsx'
import { nameOf } from './upload-news.ts'
import { useUploadProblem } from './use-upload-problem.ts'

export function UploadRow({
  row: given,
  isHalted,
  place,
}: {
  row: Row
  /** All uploads are paused: none of them waits for its turn. */
  isHalted: boolean
  place: { start: number; size: number; position: number; of: number }
}) {
  const problemOf = useUploadProblem()
  const row: Shown = isHalted && isOpen(given) ? { ...given, state: 'halted' } : given
  // What has no name is found by where it is.
  const name = row.path.endsWith(NO_NAME) ? row.path : nameOf(row.path)
  const folder = row.path.slice(0, -name.length - 1)
  return (
    <li
      aria-posinset={place.position}
      aria-setsize={place.of}
      className="absolute inset-x-0 top-0 flex items-center gap-3 border-line px-4 not-last:border-b"
      style={{ height: place.size, transform: `translateY(${place.start}px)` }}
    >
      <FileIcon file={{ kind: row.kind, name }} size="small" />
      <div className="min-w-0 flex-1">
        <p translate="no" className="truncate text-sm" title={row.path}>
          {withoutTurns(name)}
        </p>
        {row.state === 'failed' && row.error ? (
          <p className="truncate text-xs text-danger" title={problemOf(row)}>
            {problemOf(row)}
          </p>
        ) : folder === '' ? null : (
          <p translate="no" className="truncate text-xs text-muted">
            {folder}
          </p>
        )}
      </div>
      <Status row={row} />
      <RowActions row={row} name={name} />
    </li>
  )
}

/** A row that all others are paused with goes on with them, and has no pause of its own. */
type Shown = Omit<Row, 'state'> & { state: Row['state'] | 'halted' }

function isOpen({ state }: Row): boolean {
  return state === 'waiting' || state === 'sending'
}

function RowActions({ row: { id, state, isBundled }, name }: { row: Shown; name: string }) {
  const t = useTexts()
  const uploads = useUploads()
  const actions: [LucideIcon, string, (id: number) => void][] = []
  if ((state === 'waiting' || state === 'sending') && !isBundled) {
    actions.push([Pause, t('upload.pause', { name }), uploads.pause])
  }
  if (state === 'paused') actions.push([Play, t('upload.resume', { name }), uploads.resume])
  if (state === 'failed') actions.push([RotateCw, t('upload.retry', { name }), uploads.retry])
  if (state !== 'done' && state !== 'skipped' && state !== 'cancelled') {
    actions.push([X, t('upload.cancel', { name }), uploads.cancel])
  }
  if (actions.length === 0) return null
  return (
    <div className="-me-2 flex shrink-0">
      {actions.map(([icon, label, act]) => (
        <IconButton key={label} small icon={icon} label={label} onClick={() => act(id)} />
      ))}
    </div>
  )
}

function Status({ row: { state, size, sentBytes, isBundled, isInstant } }: { row: Shown }) {
  const { t, tag } = useLanguage()
  const text = 'shrink-0 text-sm text-muted tabular-nums'
  switch (state) {
    case 'waiting':
      return <span className={text}>{t('upload.waiting')}</span>
    case 'asking':
      return <span className={text}>{t('upload.asking')}</span>
    case 'paused':
    case 'halted':
      return <span className={text}>{t('upload.pausedOne')}</span>
    case 'sending': {
      if (isBundled || !size) return <span className={text}>{t('upload.sending')}</span>
      const isSent = sentBytes >= size
      return (
        <span className={text}>
          {isSent ? t('upload.finishing') : formatPercent(sentBytes / size, tag)}
        </span>
      )
    }
    case 'done':
      return (
        <span className={`${text} flex items-center gap-1.5`}>
          <CircleCheck aria-hidden="true" className="size-4 text-accent" strokeWidth={2} />
          {t(isInstant ? 'upload.instant' : 'upload.done')}
        </span>
      )
    case 'skipped':
      return <span className={text}>{t('upload.skipped')}</span>
    case 'cancelled':
      return <span className={text}>{t('upload.cancelled')}</span>
    case 'failed':
      return null
  }
}
