import type { AnswerOf } from '@awan/protocol'
import type { getAuthorizeInfo } from '@awan/protocol/account'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { AppMark } from '../grants/AppMark.tsx'
import { AsWhom } from '../grants/AsWhom.tsx'
import { GrantHeading, grantLink } from '../grants/GrantLayout.tsx'
import { ScopeList } from '../grants/ScopeList.tsx'
import type { useConsent } from './use-consent.ts'

export function ConsentQuestion({
  flow,
  info,
  raw,
}: {
  flow: ReturnType<typeof useConsent>
  info: AnswerOf<typeof getAuthorizeInfo>
  raw: string
}) {
  const t = useTexts()
  const { client: app, scopes } = info
  const host = URL.parse(flow.request?.redirect_uri ?? '')?.host
  return (
    <>
      <GrantHeading
        title={t('consent.title', { app: app.name })}
        picture={<AppMark name={app.name} picture={app.picture} />}
      >
        {app.description}
      </GrantHeading>
      {app.url === undefined ? null : (
        <p className="-mt-4 mb-3">
          <a href={app.url} target="_blank" rel="noreferrer" translate="no" className={grantLink}>
            {URL.parse(app.url)?.host ?? app.url}
          </a>
        </p>
      )}
      <AsWhom>
        <SwitchAccount raw={raw} />
      </AsWhom>
      <ScopeList scopes={scopes} />
      <div className="mt-6 grid gap-2 sm:grid-cols-2">
        <Button size="large" busy={flow.busy === 'allow'} onClick={flow.allow}>
          {t('consent.allow')}
        </Button>
        <Button look="quiet" size="large" busy={flow.busy === 'refuse'} onClick={flow.refuse}>
          {t('consent.refuse')}
        </Button>
      </div>
      {host ? (
        <p className="mt-4 text-center text-sm text-muted break-words">
          {t('consent.to', { host })}
        </p>
      ) : null}
    </>
  )
}

function SwitchAccount({ raw }: { raw: string }) {
  const t = useTexts()
  const from = `/authorize?request=${encodeURIComponent(raw)}`
  return (
    <a href={`/accounts?from=${encodeURIComponent(from)}`} className={grantLink}>
      {t('consent.switch')}
    </a>
  )
}
