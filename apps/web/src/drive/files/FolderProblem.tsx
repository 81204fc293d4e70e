import { Link } from '@tanstack/react-router'
import { CloudOff, FolderX } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Notice } from '../../ui/Notice.tsx'
import { usePart } from '../../ui/use-part.ts'
import { useDriveId } from '../DriveProvider.tsx'

const ask = lazyPart(() => import('../access/AskAccess.tsx').then((part) => part.AskAccess))

/** A folder that cannot be shown: it is gone, or no longer shared, or it did not arrive. */
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
  const isOther = useDriveId() !== undefined
  const Ask = usePart(ask, { isWanted: isOther && isMissing })
  const Icon = isMissing ? FolderX : CloudOff
  const [title, hint] = isOther
    ? (['shared.ended', 'shared.ended.hint'] as const)
    : (['files.missing', 'files.missing.hint'] as const)
  return (
    <div role="alert" className="flex h-full min-h-0 flex-1 items-center overflow-y-auto pb-16">
      <Notice
        level={level}
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-sunken text-muted">
            <Icon className="size-7" strokeWidth={1.5} />
          </span>
        }
        title={t(isMissing ? title : 'error.load')}
        actions={
          isMissing ? (
            <>
              <Link to={isOther ? '/shared' : '/files'} className={buttonClass()}>
                {t(isOther ? 'shared.toShared' : 'missing.home')}
              </Link>
              {Ask ? <Ask /> : null}
            </>
          ) : (
            <Button onClick={onRetry}>{t('app.retry')}</Button>
          )
        }
      >
        {isMissing ? t(hint) : messageOf(error)}
      </Notice>
    </div>
  )
}
