import { Link } from '@tanstack/react-router'
import { MonitorSmartphone, TimerOff } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { GrantHeading, GrantLayout, GrantSign } from '../grants/GrantLayout.tsx'
import { LoadProblem } from '../grants/LoadProblem.tsx'
import { useContinue } from './use-continue.ts'

/** The other end of "Continue on another device". Nobody is signed in before they have seen as whom. */
export function ContinueScreen() {
  const t = useTexts()
  const flow = useContinue()
  usePageTitle(t('continue.page'), t('app.name'))
  return (
    <GrantLayout>
      <Step flow={flow} />
    </GrantLayout>
  )
}

function Step({ flow }: { flow: ReturnType<typeof useContinue> }) {
  const t = useTexts()
  const { whose } = flow
  if (flow.isOver) return <Over />
  if (whose.error) return <LoadProblem error={whose.error} onRetry={() => void whose.refetch()} />
  if (!whose.data) return <Skeleton className="h-24 w-full" />
  const { name, contact } = whose.data
  return (
    <>
      <GrantHeading
        title={t('continue.title', { name })}
        picture={<GrantSign icon={MonitorSmartphone} look="good" />}
      >
        {t('continue.hint')}
      </GrantHeading>
      <div className="mb-5 flex items-center gap-3 border-y border-line py-3">
        <Avatar name={name} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-sm text-muted">{contact}</p>
        </div>
      </div>
      <div className="flex flex-col gap-2">
        <Button size="large" busy={flow.isBusy} onClick={flow.signIn}>
          {t('continue.do')}
        </Button>
        <Link to="/files" replace className={buttonClass({ look: 'quiet', size: 'large' })}>
          {t('continue.stop')}
        </Link>
      </div>
    </>
  )
}

function Over() {
  const t = useTexts()
  return (
    <div role="alert">
      <GrantHeading title={t('continue.over')} picture={<GrantSign icon={TimerOff} />}>
        {t('continue.over.hint')}
      </GrantHeading>
      <Link to="/files" replace className={buttonClass({ look: 'quiet', size: 'large' })}>
        {t('missing.home')}
      </Link>
    </div>
  )
}
