import type { AnswerOf } from '@awan/protocol'
import type { getAuthorizeInfo } from '@awan/protocol/account'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AppMark } from '../grants/AppMark.tsx'
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
      <AsWhom raw={raw} />
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

function AsWhom({ raw }: { raw: string }) {
  const t = useTexts()
  const { data: me } = useMe()
  const from = `/authorize?request=${encodeURIComponent(raw)}`
  return (
    <section className="mb-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <h2 className="sr-only">{t('consent.as')}</h2>
      <Avatar name={me?.name} />
      <div className="min-w-0 flex-1">
        {me ? (
          <>
            <p className="truncate font-semibold">{me.name}</p>
            <p className="truncate text-sm text-muted">{me.email ?? me.phone_number}</p>
          </>
        ) : (
          <Skeleton className="h-4 w-36" />
        )}
      </div>
      <a href={`/accounts?from=${encodeURIComponent(from)}`} className={grantLink}>
        {t('consent.switch')}
      </a>
    </section>
  )
}
