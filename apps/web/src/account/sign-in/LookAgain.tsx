import { isServiceError } from '@awan/protocol/errors'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useAttempt } from '../../session/use-attempt.ts'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import type { AccountState } from './account-state.ts'
import { bringProof, type FirstProof, type Obstacle } from './bring-proof.ts'

/** Brings the same proof once more: somebody may have opened the account meanwhile. */
export function LookAgain({
  proof,
  state,
  onMeet,
  onRestart,
}: {
  proof: FirstProof
  state: AccountState
  onMeet: (next: Obstacle | undefined) => void
  onRestart: () => void
}) {
  const client = useClient()
  const t = useTexts()
  const handleError = useErrorHandler()
  const { isBusy, attempt } = useAttempt()
  const [isUnchanged, setUnchanged] = useState(false)

  function look() {
    setUnchanged(false)
    return attempt(
      async () => {
        const next = await bringProof(client, proof)
        if (next?.kind === 'state' && next.state.name === state.name) setUnchanged(true)
        else onMeet(next)
      },
      (error) => {
        // Where nobody answered, the proof is as good as before.
        if (isServiceError(error, 'unreachable', 'internal', 'unavailable')) return false
        handleError(error)
        onRestart()
        return true
      },
    )
  }

  return (
    <>
      <Button size="large" busy={isBusy} onClick={look}>
        {t('app.retry')}
      </Button>
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {isUnchanged ? t('signIn.state.unchanged') : null}
      </p>
    </>
  )
}
