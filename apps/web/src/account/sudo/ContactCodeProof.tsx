import type { SubmitEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { explainCode } from '../verify-code/code-problem.ts'
import { useVerifyCode } from '../verify-code/use-verify-code.ts'
import { VerifyCodeForm } from '../verify-code/VerifyCodeForm.tsx'
import type { ProofFlow } from './use-proof.ts'
import type { Way } from './use-ways.ts'

/** A code to a contact of the account. It is sent when the person says so: each one costs something. */
export function ContactCodeProof({
  flow,
  way: { kind, contact },
  usage,
}: {
  flow: ProofFlow
  way: Extract<Way, { kind: 'email' | 'phone' }>
  usage: 'DEFAULT' | 'DELETION'
}) {
  const t = useTexts()
  const verify = useVerifyCode(({ verification_token }) => {
    flow.clear()
    return flow.prove({ verification_token })
  }, flow.report)

  function send(event: SubmitEvent) {
    event.preventDefault()
    const selected_channel = kind === 'email' ? 'VERIFICATION_EMAIL' : 'VERIFICATION_PHONE'
    void flow.attempt(
      () => verify.send({ target: 'CUR_USER', usage, selected_channel }),
      explainCode,
    )
  }

  if (!verify.isSent) {
    return (
      <form noValidate onSubmit={send} className="flex flex-col gap-4">
        <p className="text-muted">{t('sudo.code.text', { contact })}</p>
        <Problem>{flow.problem}</Problem>
        <Button type="submit" size="large" autoFocus busy={flow.isBusy}>
          {t('sudo.code.send')}
        </Button>
      </form>
    )
  }
  return (
    <div>
      <p className="mb-4 break-words text-muted">{t('verify.subtitle', { contact })}</p>
      <VerifyCodeForm
        verify={verify}
        submitLabel={t('sudo.confirm')}
        error={verify.problem === undefined ? flow.problem : undefined}
      />
    </div>
  )
}
