import { Link } from '@tanstack/react-router'
import { Check, FolderSync, TimerOff, Undo2 } from 'lucide-react'
import { formatDuration } from '../../i18n/format.ts'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { AsWhom } from '../grants/AsWhom.tsx'
import { GrantHeading, GrantLayout, GrantSign } from '../grants/GrantLayout.tsx'
import { LoadProblem } from '../grants/LoadProblem.tsx'
import { useConnect } from './use-connect.ts'

type Flow = ReturnType<typeof useConnect>

/** A program that syncs has opened this page: its person sees who asks, and lets it in or not. */
export function ConnectScreen({ token }: { token: string }) {
  const t = useTexts()
  const flow = useConnect(token)
  usePageTitle(t('connect.page'), t('app.name'))
  return (
    <GrantLayout>
      <Step flow={flow} />
    </GrantLayout>
  )
}

function Step({ flow }: { flow: Flow }) {
  const { waiting, decision } = flow
  const secondsLeft = useCountdown(waiting.data?.untilMs)
  if (decision) return <Done decision={decision} name={waiting.data?.name ?? ''} />
  if (flow.isOver) return <Over />
  if (waiting.error)
    return <LoadProblem error={waiting.error} onRetry={() => void waiting.refetch()} />
  if (!waiting.data) return <Skeleton className="h-48 w-full" />
  if (secondsLeft === 0 && Date.now() >= waiting.data.untilMs) return <Over />
  return <Look flow={flow} found={waiting.data} secondsLeft={secondsLeft} />
}

function Look({
  flow,
  found: { name, requested_from },
  secondsLeft,
}: {
  flow: Flow
  found: NonNullable<Flow['waiting']['data']>
  secondsLeft: number
}) {
  const { t, tag } = useLanguage()
  const facts = [
    [t('connect.program'), name],
    [t('connect.from'), requested_from.address],
    [t('connect.left'), formatDuration(secondsLeft, tag)],
  ] as const
  return (
    <>
      <GrantHeading
        title={t('connect.title')}
        picture={<GrantSign icon={FolderSync} look="good" />}
      >
        {t('connect.subtitle')}
      </GrantHeading>
      <AsWhom />
      <dl className="border-t border-line py-2">
        {facts.map(([term, fact]) => (
          <div key={term} className="flex justify-between gap-4 py-1.5">
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0 text-end font-medium break-words tabular-nums">{fact}</dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line py-3">{t('connect.can')}</p>
      <p className="text-sm text-muted">{t('connect.warning')}</p>
      <div className="mt-6 grid gap-2 sm:grid-cols-2">
        <Button size="large" busy={flow.busy === 'approve'} onClick={flow.approve}>
          {t('connect.approve')}
        </Button>
        <Button look="quiet" size="large" busy={flow.busy === 'refuse'} onClick={flow.refuse}>
          {t('connect.refuse')}
        </Button>
      </div>
    </>
  )
}

function Done({ decision, name }: { decision: NonNullable<Flow['decision']>; name: string }) {
  const t = useTexts()
  const isIn = decision !== 'refused'
  return (
    <>
      <GrantHeading
        title={t(isIn ? 'connect.approved' : 'connect.refused')}
        picture={isIn ? <GrantSign icon={Check} look="good" /> : <GrantSign icon={Undo2} />}
      >
        {isIn ? t('connect.approved.hint', { name }) : t('connect.refused.hint')}
      </GrantHeading>
      <Home />
    </>
  )
}

function Over() {
  const t = useTexts()
  return (
    <div role="alert">
      <GrantHeading title={t('connect.over')} picture={<GrantSign icon={TimerOff} />}>
        {t('connect.over.hint')}
      </GrantHeading>
      <Home />
    </div>
  )
}

function Home() {
  const t = useTexts()
  return (
    <Link to="/files" className={buttonClass({ look: 'quiet', size: 'large' })}>
      {t('missing.home')}
    </Link>
  )
}
