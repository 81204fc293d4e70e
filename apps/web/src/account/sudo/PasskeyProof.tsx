import { createAccountCentre } from '@awan/client/account-centre'
import { choosePasskey } from '@awan/client/passkeys'
import { isServiceError } from '@awan/protocol/errors'
import { KeyRound } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { ProofFlow } from './use-proof.ts'

/** A passkey is both proofs at once: no second step follows. */
export function PasskeyProof({ flow }: { flow: ProofFlow }) {
  const t = useTexts()
  const client = useClient()

  function use() {
    return flow.attempt(
      async () => {
        const options = await createAccountCentre(client).sudoProofs.passkeyOptions()
        await flow.prove({ credential: await choosePasskey(client, options) })
      },
      (error) => (isServiceError(error, 'access_denied') ? 'sudo.passkey.refused' : undefined),
    )
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{t('sudo.passkey.text')}</p>
      <Problem>{flow.problem}</Problem>
      <Button size="large" autoFocus busy={flow.isBusy} onClick={() => void use()}>
        <KeyRound aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('sudo.passkey.use')}
      </Button>
    </div>
  )
}
