import { choosePasskey, type PasskeyRequest } from '@awan/client/passkeys'
import { createWaysIn } from '@awan/client/ways-in'
import { isServiceError } from '@awan/protocol/errors'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { CodeEntry } from '../verify-code/CodeEntry.tsx'
import { explainCode } from '../verify-code/code-problem.ts'
import { codeSources, isSentMethod } from '../verify-code/code-source.ts'
import { OtherWays } from './OtherWays.tsx'
import { RecoveryProof } from './RecoveryProof.tsx'
import type { ProofFlow, SecondStep } from './use-proof.ts'

const methods = ['TOTP', 'PASSKEY', 'SMS', 'EMAIL', 'RECOVERY'] as const
type Method = (typeof methods)[number]

/** The second proof, by whichever of the person's methods they like. */
export function SecondStepProof({ flow, second }: { flow: ProofFlow; second: SecondStep }) {
  const t = useTexts()
  const client = useClient()
  const offered = methods.filter((method) => second.methods.includes(method))
  const [chosen, setChosen] = useState<Method>()
  const [sent, setSent] = useState<{ to: string | undefined; atMs: number }>()
  const method = chosen ?? offered[0]

  /** The token that is answered takes the place of the one before. */
  async function begin(wanted: 'SMS' | 'EMAIL' | 'PASSKEY') {
    const begun = await createWaysIn(client).beginSecondStep({
      two_factor_token: second.token,
      method: wanted,
    })
    flow.setSecond({ ...second, token: begun.two_factor_token })
    return begun
  }

  function explain(error: unknown) {
    if (!isServiceError(error, 'expired_token')) return explainCode(error)
    flow.setSecond(undefined)
    return 'sudo.second.over'
  }

  const proveBy = (proof: { two_factor_code: string } | { two_factor_recovery_code: string }) =>
    flow.attempt(
      () => flow.prove({ ...second.first, two_factor_token: second.token, ...proof }),
      explain,
    )

  const provePasskey = () =>
    flow.attempt(async () => {
      const { two_factor_token, options } = await begin('PASSKEY')
      const credential = await choosePasskey(client, options as PasskeyRequest)
      const two_factor_code = JSON.stringify(credential)
      await flow.prove({ ...second.first, two_factor_token, two_factor_code })
    }, explain)

  const send = (wanted: 'SMS' | 'EMAIL') =>
    flow.attempt(async () => {
      const { sent_to } = await begin(wanted)
      setSent({ to: sent_to, atMs: Date.now() })
    }, explain)

  const entry = {
    isBusy: flow.isBusy,
    problem: flow.problem,
    onChange: flow.clear,
    onShort: () => flow.fail('verify.code.short'),
    onCode: (code: string) => void proveBy({ two_factor_code: code }),
  }

  return (
    <div className="flex flex-col gap-5">
      {method && codeSources[method] === 'INAPP' ? (
        <CodeEntry key="totp" label={t('sudo.second.totp')} {...entry} />
      ) : null}
      {method === 'RECOVERY' ? (
        <RecoveryProof
          flow={flow}
          onCode={(code) => void proveBy({ two_factor_recovery_code: code })}
        />
      ) : null}
      {method === 'PASSKEY' ? (
        <Asking
          text={t('sudo.passkey.text')}
          action={t('sudo.passkey.use')}
          flow={flow}
          onAsk={provePasskey}
        />
      ) : null}
      {isSentMethod(method) && sent ? (
        <CodeEntry
          key={method}
          intro={sent.to === undefined ? undefined : t('verify.subtitle', { contact: sent.to })}
          sentAtMs={sent.atMs}
          onResend={() => send(method)}
          {...entry}
        />
      ) : null}
      {isSentMethod(method) && !sent ? (
        <Asking
          text={t(method === 'SMS' ? 'sudo.second.sms.use' : 'sudo.second.email.use')}
          action={t('sudo.code.send')}
          flow={flow}
          onAsk={() => send(method)}
        />
      ) : null}
      <OtherWays
        ways={offered
          .filter((other) => other !== method)
          .map((other) => ({ key: other, label: t(labels[other]) }))}
        onChoose={(key) => {
          flow.clear()
          setSent(undefined)
          setChosen(methods.find((one) => one === key))
        }}
      />
    </div>
  )
}

function Asking({
  text,
  action,
  flow,
  onAsk,
}: {
  text: string
  action: string
  flow: ProofFlow
  onAsk: () => Promise<void>
}) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{text}</p>
      <Problem>{flow.problem}</Problem>
      <Button size="large" autoFocus busy={flow.isBusy} onClick={() => void onAsk()}>
        {action}
      </Button>
    </div>
  )
}

const labels = {
  TOTP: 'sudo.second.totp.use',
  PASSKEY: 'sudo.passkey.use',
  SMS: 'sudo.second.sms.use',
  EMAIL: 'sudo.second.email.use',
  RECOVERY: 'sudo.second.recovery.use',
} as const
