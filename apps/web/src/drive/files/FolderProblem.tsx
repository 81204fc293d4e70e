import { Link } from '@tanstack/react-router'
import { CloudOff, FolderX } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useDriveId } from '../DriveProvider.tsx'

/** What another drive offers to somebody who does not see what they came for. */
export const AskContext = createContext<ReactNode>(null)

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
  const ask = use(AskContext)
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
              {ask}
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
