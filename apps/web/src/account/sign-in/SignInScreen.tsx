import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useServerFacts } from '../../session/use-server-facts.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EntranceHeading, EntranceLayout, entranceLink } from '../EntranceLayout.tsx'
import { ACCOUNTS_PATH, TRY_PATH } from '../entrance-paths.ts'
import { CredentialsStep } from './CredentialsStep.tsx'
import { codePart } from './code-part.ts'
import { OtherWays } from './OtherWays.tsx'
import { obstaclePart } from './obstacle-part.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'
import { useSignIn } from './use-sign-in.ts'

export function SignInScreen({
  from,
  isAdding,
  onInside,
}: {
  from: string | undefined
  /** Beside the account that is signed in. */
  isAdding: boolean
  onInside: () => void
}) {
  const t = useTexts()
  const flow = useSignIn({ from, onInside })
  const isFirst = flow.step.name === 'contact' && !flow.obstacle
  const passkey = usePasskeySignIn({ isOffered: isFirst, onMeet: flow.meet })
  usePageTitle(t('signIn.page'), t('app.name'))
  if (flow.obstacle) {
    return (
      <EntranceLayout>
        <Suspense>
          <obstaclePart.Part
            obstacle={flow.obstacle}
            contact={flow.contact}
            search={flow.search}
            onMeet={flow.meet}
            onRestart={flow.restart}
            onUseCode={flow.canSendCode ? flow.useCode : undefined}
          />
        </Suspense>
      </EntranceLayout>
    )
  }
  if (flow.step.name === 'code') {
    return (
      <EntranceLayout>
        <Suspense>
          <codePart.Part flow={flow} isDemanded={flow.step.isDemanded} />
        </Suspense>
      </EntranceLayout>
    )
  }
  return (
    <EntranceLayout>
      <EntranceHeading title={t(isAdding ? 'signIn.add.title' : 'signIn.title')}>
        {flow.app === undefined
          ? t(isAdding ? 'signIn.add.subtitle' : 'signIn.subtitle')
          : t('signIn.app', { app: flow.app })}
      </EntranceHeading>
      <CredentialsStep flow={flow} />
      {isFirst ? <OtherWays passkey={passkey} from={from} /> : null}
      <Newcomers search={flow.search} contact={flow.contact} />
    </EntranceLayout>
  )
}

function Newcomers({
  search,
  contact,
}: {
  search: { from?: string }
  contact: ReturnType<typeof useSignIn>['contact']
}) {
  const t = useTexts()
  const client = useClient()
  const facts = useServerFacts()
  return (
    <div className="mt-6 flex flex-col gap-2 text-center text-muted">
      {facts?.sign_up === 'closed' ? null : (
        <p className="text-balance">
          {t('signIn.newHere')}{' '}
          <Link to="/signup" search={search} state={{ contact }} className={entranceLink}>
            {t('signIn.create')}
          </Link>
          {facts?.anonymous ? (
            <>
              {' · '}
              <Link to={TRY_PATH} search={search} className={entranceLink}>
                {t('signIn.try')}
              </Link>
            </>
          ) : null}
        </p>
      )}
      {client.accounts.list().length > 0 ? (
        <p>
          <Link to={ACCOUNTS_PATH} search={search} className={entranceLink}>
            {t('signIn.chooser')}
          </Link>
        </p>
      ) : null}
    </div>
  )
}
