import { Link } from '@tanstack/react-router'
import { CloudOff, FolderX } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** A folder that cannot be shown: it is gone, or it did not arrive. */
export function FolderProblem({
  level,
  isMissing,
  error,
  onRetry,
}: {
  /** Of the heading. */
  level: 1 | 2
  isMissing: boolean
  error: unknown
  onRetry: () => void
}) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const Icon = isMissing ? FolderX : CloudOff
  return (
    <div role="alert" className="flex min-h-0 flex-1 items-center overflow-y-auto pb-16">
      <Notice
        level={level}
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-sunken text-muted">
            <Icon className="size-7" strokeWidth={1.5} />
          </span>
        }
        title={t(isMissing ? 'files.missing' : 'error.load')}
        actions={
          isMissing ? (
            <Link to="/files" className={buttonClass()}>
              {t('missing.home')}
            </Link>
          ) : (
            <Button onClick={onRetry}>{t('app.retry')}</Button>
          )
        }
      >
        {isMissing ? t('files.missing.hint') : messageOf(error)}
      </Notice>
    </div>
  )
}
