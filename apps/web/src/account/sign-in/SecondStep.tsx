import type { SecondStepMethodName } from '@awan/protocol/account'
import { ChevronRight, Fingerprint, KeyRound, Mail, MessageSquare, Smartphone } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { EntranceHeading } from '../EntranceLayout.tsx'
import { CodeForm } from '../verify-code/CodeForm.tsx'
import { isSentMethod } from '../verify-code/code-source.ts'
import { RecoveryCodeField } from '../verify-code/RecoveryCodeField.tsx'
import type { Obstacle } from './bring-proof.ts'
import { type SecondStepObstacle, useSecondStep } from './use-second-step.ts'

const icons = {
  TOTP: Smartphone,
  PASSKEY: Fingerprint,
  SMS: MessageSquare,
  EMAIL: Mail,
  RECOVERY: KeyRound,
} as const

type Flow = ReturnType<typeof useSecondStep>

/** One more proof, by the method that the person has at hand. */
export function SecondStep({
  step,
  onMeet,
  onRestart,
}: {
  step: SecondStepObstacle
  onMeet: (next: Obstacle | undefined) => void
  onRestart: () => void
}) {
  const t = useTexts()
  const flow = useSecondStep(step, onMeet, onRestart)
  const others = flow.methods.filter((method) => method !== flow.method)
  return (
    <>
      <EntranceHeading
        // Another key than that of its neighbour below, or old headings would stay.
        key={`heading ${flow.method}`}
        title={t('signIn.second.title')}
        takesFocus={flow.method === undefined || flow.method === 'PASSKEY'}
      >
        <Explanation flow={flow} />
      </EntranceHeading>
      {flow.method === undefined ? null : <Proof key={flow.method} flow={flow} />}
      {others.length === 0 ? null : (
        <section className="mt-6">
          <h2 className="mb-2 text-sm font-semibold">{t('signIn.second.other')}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {others.map((method) => (
              <li key={method}>
                <OtherMethod method={method} onChoose={() => flow.choose(method)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Button look="plain" size="small" className="mt-4 self-start -mx-3" onClick={onRestart}>
        {t('signIn.state.other')}
      </Button>
    </>
  )
}

function Explanation({ flow: { method, sentTo } }: { flow: Flow }) {
  const t = useTexts()
  if (method === undefined) return t('signIn.second.none')
  if (isSentMethod(method)) {
    return sentTo === undefined
      ? t('signIn.second.toSend')
      : t('verify.subtitle', { contact: sentTo })
  }
  return t(`signIn.second.${method}`)
}

function Proof({ flow }: { flow: Flow }) {
  const t = useTexts()
  const { method, problem } = flow
  const trust = (
    <Checkbox
      label={t('signIn.second.trust')}
      checked={flow.isTrusting}
      onChange={(event) => flow.setTrusting(event.target.checked)}
    />
  )
  if (method === 'PASSKEY') {
    return (
      <div className="flex flex-col gap-4">
        {trust}
        <Button size="large" busy={flow.isBusy} onClick={flow.usePasskey}>
          <Fingerprint aria-hidden="true" className="size-5" strokeWidth={1.75} />
          {t('signIn.passkey')}
        </Button>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {problem}
        </p>
      </div>
    )
  }
  if (method === 'RECOVERY') {
    return (
      <form noValidate onSubmit={flow.submitRecoveryCode} className="flex flex-col gap-4">
        <RecoveryCodeField
          label={t('signIn.second.method.RECOVERY')}
          value={flow.recoveryCode}
          onValue={flow.typeRecoveryCode}
          error={problem}
        />
        {trust}
        <Button type="submit" size="large" busy={flow.isBusy}>
          {t('signIn.submit')}
        </Button>
      </form>
    )
  }
  return (
    <CodeForm
      value={flow.code}
      onValue={flow.typeCode}
      error={problem}
      submitLabel={t('signIn.submit')}
      isBusy={flow.isBusy}
      onSubmit={flow.submitCode}
      extra={trust}
      resend={
        !isSentMethod(method) ? undefined : { inSeconds: flow.resendInSeconds, again: flow.resend }
      }
    />
  )
}

function OtherMethod({ method, onChoose }: { method: SecondStepMethodName; onChoose: () => void }) {
  const t = useTexts()
  const Icon = icons[method]
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-11 w-full items-center gap-3 text-start hover:bg-hover"
    >
      <Icon aria-hidden="true" className="size-4.5 text-muted" strokeWidth={1.75} />
      <span className="flex-1">{t(`signIn.second.method.${method}`)}</span>
      <ChevronRight aria-hidden="true" className="size-4 text-muted" strokeWidth={1.75} />
    </button>
  )
}
