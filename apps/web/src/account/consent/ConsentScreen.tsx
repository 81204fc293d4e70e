import { KeyRound, LogIn, ShieldAlert } from 'lucide-react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { GrantHeading, GrantLayout, GrantSign } from '../grants/GrantLayout.tsx'
import { LoadProblem } from '../grants/LoadProblem.tsx'
import { ScopeListSkeleton } from '../grants/ScopeList.tsx'
import { ConsentQuestion } from './ConsentQuestion.tsx'
import { useConsent } from './use-consent.ts'

/** Another app asks for access: who, as whom, what, and for how long. */
export function ConsentScreen({ raw }: { raw: string }) {
  const t = useTexts()
  const flow = useConsent(raw)
  const { step, info } = flow
  const app = info?.client.name ?? ''
  // All of these name the app.
  const needsInfo = step.name === 'ask' || step.name === 'leaving' || step.name === 'sign-in-again'
  const isLooking = step.name === 'looking' || (needsInfo && !info)
  usePageTitle(t('consent.page'), t('app.name'))
  return (
    <GrantLayout>
      {isLooking ? <Looking /> : null}
      {step.name === 'ask' && info ? <ConsentQuestion flow={flow} info={info} raw={raw} /> : null}
      {step.name === 'leaving' && info ? (
        <GrantHeading title={t('consent.leaving', { app })}>
          {t('consent.leaving.hint')}
        </GrantHeading>
      ) : null}
      {step.name === 'sign-in-again' && info ? (
        <>
          <GrantHeading title={t('consent.again')} picture={<GrantSign icon={LogIn} />}>
            {t('consent.again.hint', { app })}
          </GrantHeading>
          <Button size="large" onClick={() => void flow.signInAgain()}>
            {t('consent.again.do')}
          </Button>
        </>
      ) : null}
      {step.name === 'password' ? (
        <>
          <GrantHeading title={t('consent.password')} picture={<GrantSign icon={KeyRound} />}>
            {t('consent.password.hint')}
          </GrantHeading>
          <a href="/recover" className={buttonClass({ size: 'large' })}>
            {t('consent.password.do')}
          </a>
        </>
      ) : null}
      {step.name === 'wrong' ? <Wrong mistake={step.mistake} /> : null}
      {step.name === 'failed' ? <LoadProblem error={step.error} onRetry={flow.retry} /> : null}
    </GrantLayout>
  )
}

function Looking() {
  const t = useTexts()
  return (
    <div role="status">
      <span className="sr-only">{t('app.loading')}</span>
      <Skeleton className="size-14" />
      <Skeleton className="mt-4 mb-6 h-7 w-72 max-w-full" />
      <ScopeListSkeleton />
    </div>
  )
}

/** Nothing leads from here to the address that the request names. */
function Wrong({ mistake }: { mistake: string }) {
  const t = useTexts()
  const [about = 'consent.wrong.other'] = [wrongTexts[mistake]]
  return (
    <div role="alert">
      <GrantHeading title={t('consent.wrong')} picture={<GrantSign icon={ShieldAlert} />}>
        {t(about)}
      </GrantHeading>
      <p className="mb-6 text-muted">{t('consent.wrong.tell')}</p>
      <a href="/files" className={buttonClass({ look: 'quiet', size: 'large' })}>
        {t('missing.home')}
      </a>
    </div>
  )
}

const wrongTexts: Readonly<Record<string, PlainTextKey>> = {
  not_found: 'consent.wrong.app',
  unauthorized_client: 'consent.wrong.app',
  invalid_request_uri: 'consent.wrong.redirect',
  invalid_scope: 'consent.wrong.scope',
}
