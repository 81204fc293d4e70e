import type { UploadSummary } from '@awan/client/upload-manager'
import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { countOpen } from './drive-uploads.ts'
import { lineOf, titleOf } from './tray-texts.ts'
import { useUploads } from './UploadsProvider.tsx'
import { fractionOf } from './upload-news.ts'

/** All uploads in one title, one line and one bar. */
export function TrayHead({
  summary,
  isOpen,
  onToggle,
}: {
  summary: UploadSummary
  isOpen: boolean
  onToggle: () => void
}) {
  const { t, tag } = useLanguage()
  const uploads = useUploads()
  const [isLeaving, setLeaving] = useState(false)
  const isAtWork = countOpen(summary) > 0 || summary.isCounting
  const halt = summary.halt?.kind
  const isFull = halt === 'quota'
  return (
    <div className="px-4 pt-3 pb-3.5">
      <div className="flex items-center gap-1">
        <h2
          className={classNames(
            'min-w-0 flex-1 font-semibold tabular-nums',
            // How it ended is said in full.
            isAtWork && 'truncate',
          )}
        >
          {titleOf(summary, t)}
        </h2>
        {isAtWork && !isFull ? (
          halt === 'paused' ? (
            <IconButton
              small
              icon={Play}
              label={t('upload.resumeAll')}
              onClick={() => uploads.resume()}
            />
          ) : (
            <IconButton
              small
              icon={Pause}
              label={t('upload.pauseAll')}
              onClick={() => uploads.pause()}
            />
          )
        ) : null}
        <IconButton
          small
          icon={isOpen ? ChevronDown : ChevronUp}
          label={t(isOpen ? 'upload.collapse' : 'upload.expand')}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
        <IconButton
          small
          icon={X}
          label={t(isAtWork ? 'upload.cancelAll' : 'upload.dismiss')}
          className="-me-2"
          onClick={() => {
            if (isAtWork) return setLeaving(true)
            // What failed is given up with it.
            uploads.cancel()
            uploads.clear()
          }}
        />
      </div>
      {isAtWork ? (
        <>
          <p className="mt-1 mb-2.5 text-sm text-muted tabular-nums">{lineOf(summary, t, tag)}</p>
          <ProgressBar
            label={t('upload.tray')}
            fraction={fractionOf(summary)}
            valueText={t('upload.bytes', {
              sent: formatBytes(summary.bytes.done, tag),
              total: formatBytes(summary.bytes.total, tag),
            })}
          />
        </>
      ) : summary.files.instant > 0 ? (
        <p className="mt-1 text-sm text-muted tabular-nums">
          {t('upload.instantCount', { count: summary.files.instant })}
        </p>
      ) : null}
      {isAtWork && isFull ? (
        <Button look="quiet" size="small" className="mt-3" onClick={() => uploads.resume()}>
          {t('upload.tryAgain')}
        </Button>
      ) : null}
      {isLeaving ? (
        <ConfirmDialog
          question={{
            title: t('upload.cancelAll.question', { count: countOpen(summary) }),
            text: t('upload.cancelAll.hint'),
            confirm: t('upload.cancelAll'),
            cancel: t('upload.keepGoing'),
          }}
          cancelLabel={t('app.cancel')}
          closeLabel={t('app.close')}
          isBusy={false}
          onConfirm={() => {
            setLeaving(false)
            uploads.cancel()
          }}
          onClose={() => setLeaving(false)}
        />
      ) : null}
    </div>
  )
}
