import type { UploadRow, UploadSummary } from '@awan/client/upload-manager'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { useUploads } from './UploadsProvider.tsx'
import { useUploadProblem } from './use-upload-problem.ts'

/** What failed, by its reasons: a hundred files with the same trouble are one line. */
export function FailedUploads({ summary: { files } }: { summary: UploadSummary }) {
  const t = useTexts()
  const uploads = useUploads()
  const problemOf = useUploadProblem()
  const [failures, setFailures] = useState<readonly UploadRow[]>([])
  const { failed } = files
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
  const reasons = Map.groupBy(failures, ({ error }) => problemOf(error))
  return (
    <div className="flex flex-col gap-2 border-t border-line bg-danger-soft px-4 py-3 text-sm">
      <div className="flex items-center gap-2">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" strokeWidth={2} />
        <p className="min-w-0 flex-1 font-semibold">{t('upload.failures', { count: failed })}</p>
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
    </div>
  )
}
