import { createWaysIn } from '@awan/client/ways-in'
import { isServiceError } from '@awan/protocol/errors'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useAttempt } from '../../session/use-attempt.ts'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import type { Obstacle } from './bring-proof.ts'

/** Brings an account back that is being deleted. */
export function Restore({
  token,
  onMeet,
  onRestart,
}: {
  token: string
  onMeet: (next: Obstacle | undefined) => void
  onRestart: () => void
}) {
  const client = useClient()
  const t = useTexts()
  const handleError = useErrorHandler()
  const { isBusy, attempt } = useAttempt()

  const restore = () =>
    attempt(
      async () => {
        await createWaysIn(client).restore({ restore_token: token })
        onMeet(undefined)
      },
      (error) => {
        if (!isServiceError(error, 'expired_token')) return false
        // The offer is good for ten minutes; after that the person proves again who they are.
        handleError(error)
        onRestart()
        return true
      },
    )

  return (
    <Button size="large" busy={isBusy} onClick={restore}>
      {t('signIn.state.deleting.restore')}
    </Button>
  )
}
