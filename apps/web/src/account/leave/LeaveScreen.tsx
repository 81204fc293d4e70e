import { Link } from '@tanstack/react-router'
import { Check, LogOut, ShieldAlert, TimerOff } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { GrantHeading, GrantLayout, GrantSign } from '../grants/GrantLayout.tsx'
import { LoadProblem } from '../grants/LoadProblem.tsx'
import { useLeave } from './use-leave.ts'

/** An app has sent the person here to be signed out. Nothing ends before they say so. */
export function LeaveScreen({ request }: { request: string | undefined }) {
  const t = useTexts()
  const flow = useLeave(request)
  usePageTitle(t('leave.page'), t('app.name'))
  return (
    <GrantLayout>
      <Step flow={flow} />
    </GrantLayout>
  )
}

function Step({ flow }: { flow: ReturnType<typeof useLeave> }) {
  const t = useTexts()
  const { asked } = flow
  if (flow.isWrong) return <Trouble title={t('consent.wrong')} hint={t('consent.wrong.other')} />
  if (flow.isOld) return <Trouble isOld title={t('leave.old')} hint={t('leave.old.hint')} />
  if (asked.error) return <LoadProblem error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <Skeleton className="h-24 w-full" />
  const { client: app, redirect_uri } = asked.data
  if (!flow.isSignedIn) return <Gone app={app?.name} redirectUri={redirect_uri} />
  return (
    <>
      <GrantHeading
        title={app ? t('leave.title.app', { app: app.name }) : t('leave.title')}
        picture={<GrantSign icon={LogOut} />}
      >
        {t('leave.hint')}
      </GrantHeading>
      <AsWhom />
      <div className="flex flex-col gap-2">
        <Button size="large" busy={flow.isBusy} onClick={flow.leave}>
          {t('leave.do')}
        </Button>
        <Link to="/files" className={buttonClass({ look: 'quiet', size: 'large' })}>
          {t('leave.stay')}
        </Link>
      </div>
    </>
  )
}

function AsWhom() {
  const { data: me } = useMe()
  if (!me) return null
  return (
    <div className="mb-5 flex items-center gap-3 border-y border-line py-3">
      <Avatar name={me.name} />
      <div className="min-w-0">
        <p className="truncate font-semibold">{me.name}</p>
        <p className="truncate text-sm text-muted">{me.email ?? me.phone_number}</p>
      </div>
    </div>
  )
}

function Gone({ app, redirectUri }: { app: string | undefined; redirectUri: string | undefined }) {
  const t = useTexts()
  return (
    <>
      <GrantHeading title={t('leave.done')} picture={<GrantSign icon={Check} look="good" />}>
        {t('leave.done.hint')}
      </GrantHeading>
      <div className="flex flex-col gap-2">
        {redirectUri === undefined ? null : (
          <a href={redirectUri} className={buttonClass({ size: 'large' })}>
            {app === undefined ? t('leave.back.page') : t('leave.back', { app })}
          </a>
        )}
        <Link to="/signin" className={buttonClass({ look: 'quiet', size: 'large' })}>
          {t('leave.in')}
        </Link>
      </div>
    </>
  )
}

function Trouble({ title, hint, isOld = false }: { title: string; hint: string; isOld?: boolean }) {
  const t = useTexts()
  return (
    <div role="alert">
      <GrantHeading title={title} picture={<GrantSign icon={isOld ? TimerOff : ShieldAlert} />}>
        {hint}
      </GrantHeading>
      <Link to="/files" className={buttonClass({ look: 'quiet', size: 'large' })}>
        {t('missing.home')}
      </Link>
    </div>
  )
}
