import { CircleCheck, RotateCw, X } from 'lucide-react'
import { formatPercent } from '../../i18n/format.ts'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import type { Resolution, UploadItem, UploadQueue } from './upload-queue.ts'
import { useUploadProblem } from './use-upload-problem.ts'

export function UploadRow({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const t = useTexts()
  const problemOf = useUploadProblem()
  const { id, name, state } = item
  const isStoppable =
    state.kind === 'waiting' || state.kind === 'sending' || state.kind === 'failed'
  return (
    <li className="border-t border-line px-4 py-2">
      <div className="flex min-h-8 items-center gap-3">
        <FileIcon file={{ kind: 'file', name }} size="small" />
        <div className="min-w-0 flex-1">
          <p translate="no" className="truncate text-sm" title={name}>
            {name}
          </p>
          {state.kind === 'failed' ? (
            <p className="text-xs text-danger">{problemOf(state.error)}</p>
          ) : null}
          {state.kind === 'conflict' ? (
            <p className="text-xs text-muted">{t('upload.taken')}</p>
          ) : null}
        </div>
        <Status item={item} />
        {state.kind === 'failed' ? (
          <IconButton
            small
            icon={RotateCw}
            label={t('upload.retry', { name })}
            onClick={() => queue.retry(id)}
          />
        ) : null}
        {isStoppable ? (
          <IconButton
            small
            icon={X}
            label={t('upload.cancel', { name })}
            onClick={() => queue.cancel(id)}
            className="-me-2"
          />
        ) : null}
      </div>
      {state.kind === 'conflict' ? (
        <div className="ps-11 pt-1 pb-1">
          <Resolutions of={name} onResolve={(resolution) => queue.resolve(id, resolution)} />
        </div>
      ) : null}
    </li>
  )
}

/** The three ways out of a taken name. */
export function Resolutions({
  of,
  onResolve,
}: {
  of?: string
  onResolve: (resolution: Resolution) => void
}) {
  const t = useTexts()
  const ways = [
    ['rename', t('upload.keepBoth')],
    ['replace', t('upload.replace')],
    ['skip', t('upload.skip')],
  ] as const
  return (
    <div className="flex flex-wrap gap-1.5">
      {ways.map(([resolution, label]) => (
        <Button
          key={resolution}
          look="quiet"
          size="small"
          {...(of === undefined ? {} : { 'aria-label': `${label}: ${of}` })}
          onClick={() => onResolve(resolution)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function Status({ item: { state, size } }: { item: UploadItem }) {
  const { t, tag } = useLanguage()
  const text = 'shrink-0 text-sm text-muted tabular-nums'
  switch (state.kind) {
    case 'waiting':
      return <span className={text}>{t('upload.waiting')}</span>
    case 'sending':
      return (
        <span className={text}>
          {state.sentBytes >= size
            ? t('upload.finishing')
            : formatPercent(state.sentBytes / size, tag)}
        </span>
      )
    case 'done':
      return (
        <span className={`${text} flex items-center gap-1.5`}>
          <CircleCheck aria-hidden="true" className="size-4 text-accent" strokeWidth={2} />
          {t('upload.done')}
        </span>
      )
    case 'skipped':
      return <span className={text}>{t('upload.skipped')}</span>
    case 'cancelled':
      return <span className={text}>{t('upload.cancelled')}</span>
    case 'conflict':
    case 'failed':
      return null
  }
}
