import type { UploadRow, UploadSummary } from '@awan/client/upload-manager'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { ChooseAgain } from './ChooseAgain.tsx'
import { useUploads } from './UploadsProvider.tsx'
import { useUploadProblem } from './use-upload-problem.ts'

/** What failed, by its reasons: a hundred files with the same trouble are one line. */
export function FailedUploads({ summary: { files } }: { summary: UploadSummary }) {
  const t = useTexts()
  const uploads = useUploads()
  const problemOf = useUploadProblem()
  const [failures, setFailures] = useState<readonly UploadRow[]>([])
  const { failed, unreadable } = files
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number is the news of another failure
  useEffect(() => {
    let isCurrent = true
    void uploads.failures().then((rows) => {
      if (isCurrent) setFailures(rows)
    })
    return () => {
      isCurrent = false
    }
  }, [uploads, failed])
  const reasons = Map.groupBy(failures, problemOf)
  return (
    <div className="flex flex-col gap-2 border-t border-line bg-danger-soft px-4 py-3 text-sm">
      <div className="flex items-center gap-2">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" strokeWidth={2} />
        <p className="min-w-0 flex-1 font-semibold">
          {t(unreadable === failed ? 'upload.unread' : 'upload.failures', { count: failed })}
        </p>
        <Button look="quiet" size="small" onClick={() => uploads.retry()}>
          {t(failed > 1 ? 'upload.retryAll' : 'upload.tryAgain')}
        </Button>
      </div>
      <ul className="flex flex-col gap-1">
        {[...reasons].map(([reason, rows]) => (
          <li key={reason} className="flex gap-3">
            <span className="min-w-0 flex-1">{reason}</span>
            {reasons.size > 1 ? <span className="tabular-nums">{rows.length}</span> : null}
          </li>
        ))}
      </ul>
      <ChooseUnread rows={failures.filter(({ isUnreadable }) => isUnreadable)} />
    </div>
  )
}

/** What cannot be read where it was can be chosen again. */
function ChooseUnread({ rows }: { rows: readonly UploadRow[] }) {
  const t = useTexts()
  const uploads = useUploads()
  const handleError = useErrorHandler()
  const [areOthers, setOthers] = useState(false)
  const isInFolder = ({ path, kind }: UploadRow) => kind === 'folder' || path.includes('/')
  const choose = (files: readonly File[]) =>
    void uploads.chooseAgain(files).then((isAmong) => setOthers(!isAmong), handleError)
  if (rows.length === 0) return null
  return (
    <>
      {areOthers ? <p className="text-danger">{t('upload.choose.others')}</p> : null}
      <div className="flex flex-wrap gap-1.5">
        {rows.some(isInFolder) ? (
          <ChooseAgain isFolder look="quiet" label={t('upload.choose.folder')} onChosen={choose} />
        ) : null}
        {rows.every(isInFolder) ? null : (
          <ChooseAgain look="quiet" label={t('upload.choose.files')} onChosen={choose} />
        )}
      </div>
    </>
  )
}
