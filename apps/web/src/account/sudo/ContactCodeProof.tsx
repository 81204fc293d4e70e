import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { CodeEntry } from './CodeEntry.tsx'
import { explainCode } from './explain-code.ts'
import type { ProofFlow } from './use-proof.ts'
import type { Way } from './use-ways.ts'

/** A code to a contact of the account. It is sent when the person says so: each one costs something. */
export function ContactCodeProof({
  flow,
  way: { kind, contact },
}: {
  flow: ProofFlow
  way: Extract<Way, { kind: 'email' | 'phone' }>
}) {
  const t = useTexts()
  const client = useClient()
  const [sent, setSent] = useState<{ id: string; atMs: number }>()

  const send = () =>
    flow.attempt(async () => {
      const { verification_id } = await client.verification.send({
        target: 'CUR_USER',
        usage: 'DEFAULT',
        selected_channel: kind === 'email' ? 'VERIFICATION_EMAIL' : 'VERIFICATION_PHONE',
      })
      setSent({ id: verification_id, atMs: Date.now() })
    })

  function verify(code: string) {
    if (!sent) return
    void flow.attempt(async () => {
      const { verification_token } = await client.verification.verify({
        verification_id: sent.id,
        verification_code: code,
      })
      await flow.prove({ verification_token })
    }, explainCode)
  }

  if (!sent) {
    return (
      <form
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          void send()
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-muted">{t('sudo.code.text', { contact })}</p>
        <Problem>{flow.problem}</Problem>
        <Button type="submit" size="large" autoFocus busy={flow.isBusy}>
          {t('sudo.code.send')}
        </Button>
      </form>
    )
  }
  return (
    <CodeEntry
      intro={t('sudo.code.sentTo', { contact })}
      sentAtMs={sent.atMs}
      isBusy={flow.isBusy}
      problem={flow.problem}
      onChange={flow.clear}
      onShort={() => flow.fail('sudo.code.short')}
      onCode={verify}
      onResend={send}
    />
  )
}
