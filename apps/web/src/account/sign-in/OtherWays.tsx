import type { listSignInProviders } from '@awan/protocol/account'
import { Fingerprint, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useAskedOnce } from '../../session/use-asked-once.ts'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Or } from '../../ui/Or.tsx'
import type { usePasskeySignIn } from './use-passkey-sign-in.ts'

/** A passkey, or the account of a third party. */
export function OtherWays({
  passkey,
  from,
}: {
  passkey: ReturnType<typeof usePasskeySignIn>
  from: string | undefined
}) {
  const t = useTexts()
  const { providers, busyWith, visit } = useProviders(from)
  if (!passkey.canUse && providers.length === 0) return null
  return (
    <>
      <Or label={t('signIn.or')} />
      <div className="flex flex-col gap-3">
        {passkey.canUse ? (
          <Button look="quiet" size="large" busy={passkey.isBusy} onClick={passkey.use}>
            <Fingerprint aria-hidden="true" className="size-5" strokeWidth={1.75} />
            {t('signIn.passkey')}
          </Button>
        ) : null}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {passkey.problem === undefined ? null : t(`signIn.passkey.${passkey.problem}`)}
        </p>
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            look="quiet"
            size="large"
            busy={busyWith === id}
            onClick={() => visit(id, name)}
          >
            <KeyRound aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
            {t('signIn.provider', { name })}
          </Button>
        ))}
      </div>
    </>
  )
}

function useProviders(from: string | undefined) {
  const client = useClient()
  const handleError = useErrorHandler()
  const [busyWith, setBusyWith] = useState<string>()
  const list = useAskedOnce('sign-in-providers', ({ request }) =>
    request<typeof listSignInProviders>('GET', '/v1/auth/provider'),
  )

  // Whoever comes back by the browser's own way finds the page as it was, but not on its way.
  useEffect(() => {
    const comeBack = () => setBusyWith(undefined)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  return {
    providers: list?.data ?? [],
    busyWith,
    async visit(providerId: string, providerName: string) {
      setBusyWith(providerId)
      try {
        const { beginVisit } = await import('./begin-visit.ts')
        await beginVisit(client, {
          providerId,
          providerName,
          ...(from === undefined ? {} : { from }),
        })
      } catch (error) {
        handleError(error)
        setBusyWith(undefined)
      }
    },
  }
}
