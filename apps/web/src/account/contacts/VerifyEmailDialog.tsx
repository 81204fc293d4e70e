import { isServiceError } from '@awan/protocol/errors'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useProblemText } from '../../session/use-problem-text.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { type CodeProblem, explainCode } from '../verify-code/code-problem.ts'
import { useVerifyCode } from '../verify-code/use-verify-code.ts'
import { VerifyCodeForm } from '../verify-code/VerifyCodeForm.tsx'

/** A code to the address that the account has already: somebody else has set it, and nobody has proven it. */
export function VerifyEmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTexts()
  const client = useClient()
  const withSudo = useSudo()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const textOf = useProblemText()
  const [problem, setProblem] = useState<CodeProblem | { error: unknown }>()
  const [isBusy, setBusy] = useState(false)
  const verify = useVerifyCode(async ({ verification_token }) => {
    setProblem(undefined)
    const isDone = await withSudo(async (sudo_token) => {
      await client.user.bindContact({ email, verification_token, sudo_token })
      return true
    })
    if (!isDone) return
    announce(t('contacts.email.verified'))
    onClose()
    await queries.invalidateQueries({ queryKey: ['me'] })
  }, report)

  /** Said here and not in a note: while the dialog is open, notes are out of reach. */
  function report(error: unknown) {
    if (!isServiceError(error, 'cancelled')) setProblem(explainCode(error) ?? { error })
  }

  async function send(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await verify.send({ email, target: 'CUR_USER', usage: 'EMAIL_ADDRESS_VERIFICATION' })
    } catch (error) {
      report(error)
    } finally {
      setBusy(false)
    }
  }

  const text = problem && textOf(problem)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('contacts.email.verify')}
      description={t(verify.isSent ? 'verify.subtitle' : 'sudo.code.text', { contact: email })}
      closeLabel={t('app.close')}
    >
      {verify.isSent ? (
        <VerifyCodeForm verify={verify} error={verify.problem ?? text} />
      ) : (
        <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
          <Problem>{text}</Problem>
          <Button type="submit" size="large" autoFocus busy={isBusy}>
            {t('sudo.code.send')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
