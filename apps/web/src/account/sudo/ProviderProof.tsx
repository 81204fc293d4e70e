import { createAccountCentre } from '@awan/client/account-centre'
import { isServiceError } from '@awan/protocol/errors'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { visitProvider } from '../../session/provider-visit.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { ProofFlow } from './use-proof.ts'

/** The person signs in once more at the third party, in a window of its own. */
export function ProviderProof({
  flow,
  provider: { id: provider_id, name: provider },
}: {
  flow: ProofFlow
  provider: { id: string; name: string }
}) {
  const t = useTexts()
  const client = useClient()
  const [isAway, setAway] = useState(false)
  const visit = useRef<AbortController>(undefined)
  useEffect(() => () => visit.current?.abort(), [])

  async function begin() {
    // A window that was closed halfway says nothing: whoever clicks again begins anew.
    visit.current?.abort()
    visit.current = new AbortController()
    const { signal } = visit.current
    const { sudoProofs } = createAccountCentre(client)
    try {
      const opening = visitProvider(
        client,
        (question) => sudoProofs.beginVisit({ provider_id, ...question }),
        signal,
      )
      setAway(true)
      const { code, redirect_uri, code_verifier, iss } = await opening
      await flow.attempt(async () => {
        const { provider_token } = await sudoProofs.finishVisit({
          provider_id,
          provider_code: code,
          provider_redirect_uri: redirect_uri,
          code_verifier,
          ...(iss === undefined ? {} : { iss }),
        })
        await flow.prove({ provider_token })
      }, explain)
    } catch (error) {
      if (!signal.aborted) flow.fail(explain(error) ?? { error })
    } finally {
      if (!signal.aborted) setAway(false)
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted" aria-live="polite">
        {isAway ? t('sudo.provider.waiting', { provider }) : t('sudo.provider.text', { provider })}
      </p>
      <Problem>{flow.problem}</Problem>
      <Button
        size="large"
        look={isAway ? 'quiet' : 'primary'}
        autoFocus
        busy={flow.isBusy}
        onClick={() => {
          flow.clear()
          void begin()
        }}
      >
        {t('sudo.provider.use', { provider })}
      </Button>
    </div>
  )
}

function explain(error: unknown) {
  if (isServiceError(error, 'unimplemented')) return 'sudo.provider.blocked'
  return isServiceError(error, 'access_denied', 'expired_token')
    ? 'sudo.provider.refused'
    : undefined
}
