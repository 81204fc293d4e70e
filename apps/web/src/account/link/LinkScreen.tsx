import { Link } from '@tanstack/react-router'
import { Ban, Smartphone } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatDuration } from '../../i18n/format.ts'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { GrantHeading, GrantLayout, GrantSign, grantLink } from '../grants/GrantLayout.tsx'
import { LoadProblem } from '../grants/LoadProblem.tsx'
import { useLink } from './use-link.ts'

const QrCode = lazy(async () => ({ default: (await import('../../ui/QrCode.tsx')).QrCode }))

/** For a television or a borrowed computer: whoever is signed in on a phone signs in here by it. */
export function LinkScreen({ from }: { from: string | undefined }) {
  const t = useTexts()
  const { waiting, secondsLeft, again } = useLink()
  usePageTitle(t('link.page'), t('app.name'))
  return (
    <GrantLayout>
      {waiting.status === 'failed' ? (
        <LoadProblem error={waiting.error} onRetry={again} />
      ) : waiting.status === 'refused' ? (
        <Refused onAgain={again} />
      ) : (
        <>
          <GrantHeading title={t('link.title')}>{t('link.subtitle')}</GrantHeading>
          {waiting.status === 'starting' ? (
            <Skeleton className="mx-auto aspect-square w-56" />
          ) : (
            <Code
              codeUri={waiting.started.verification_uri_complete}
              address={waiting.started.verification_uri}
              code={waiting.started.user_code}
              isSeen={waiting.status === 'seen'}
              secondsLeft={secondsLeft}
            />
          )}
        </>
      )}
      <p className="mt-6 border-t border-line pt-3 text-center">
        <Link to="/signin" search={from === undefined ? {} : { from }} className={grantLink}>
          {t('link.here')}
        </Link>
      </p>
    </GrantLayout>
  )
}

function Code({
  codeUri,
  address,
  code,
  isSeen,
  secondsLeft,
}: {
  codeUri: string
  address: string
  code: string
  isSeen: boolean
  secondsLeft: number
}) {
  const { t, tag } = useLanguage()
  const shown = address.replace(/^https?:\/\//, '')
  return (
    <div className="flex flex-col items-center text-center">
      <div className="relative aspect-square w-56">
        <Suspense fallback={<Skeleton className="size-full" />}>
          <QrCode text={codeUri} label={t('link.qr', { address: shown })} />
        </Suspense>
      </div>
      <p className="mt-5 text-muted text-balance break-words">{t('link.or', { address: shown })}</p>
      <p className="mt-1.5 text-2xl font-bold tracking-[0.08em] tabular-nums">{code}</p>
      <div aria-live="polite" className="mt-3 min-h-9 text-sm">
        {isSeen ? (
          <p className="inline-flex items-center gap-2 rounded-full bg-accent-soft px-3.5 py-1.5 font-medium text-accent-ink">
            <Smartphone aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t('link.seen')}
          </p>
        ) : (
          // Every second would be too much for ears.
          <p aria-live="off" className="py-1.5 text-muted tabular-nums">
            {t('link.left', { time: formatDuration(secondsLeft, tag) })}
          </p>
        )}
      </div>
    </div>
  )
}

function Refused({ onAgain }: { onAgain: () => void }) {
  const t = useTexts()
  return (
    <>
      <GrantHeading title={t('link.refused')} picture={<GrantSign icon={Ban} />}>
        {t('link.refused.hint')}
      </GrantHeading>
      <Button size="large" onClick={onAgain}>
        {t('link.again')}
      </Button>
    </>
  )
}
