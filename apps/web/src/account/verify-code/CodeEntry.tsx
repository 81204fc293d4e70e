import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { CodeForm } from './CodeForm.tsx'
import { CODE_DIGITS, RESEND_AFTER_MS } from './code-rules.ts'

/** A code in a dialog that keeps it to itself until it is whole: the last digit sends it off. */
export function CodeEntry({
  label,
  intro,
  sentAtMs,
  isBusy,
  problem,
  onChange,
  onShort,
  onCode,
  onResend,
}: {
  label?: string
  intro?: ReactNode
  /** Absent for codes that nobody sends. */
  sentAtMs?: number
  isBusy: boolean
  problem: string | undefined
  onChange: () => void
  onShort: () => void
  onCode: (code: string) => void
  onResend?: () => Promise<unknown>
}) {
  const t = useTexts()
  const announce = useAnnounce()
  const [code, setCode] = useState('')
  const inSeconds = useCountdown(sentAtMs === undefined ? undefined : sentAtMs + RESEND_AFTER_MS)

  function type(typed: string) {
    setCode(typed)
    onChange()
    if (typed.length === CODE_DIGITS && typed !== code) onCode(typed)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (code.length < CODE_DIGITS) onShort()
    else onCode(code)
  }

  return (
    <div>
      {intro === undefined ? null : <p className="mb-4 break-words text-muted">{intro}</p>}
      <CodeForm
        label={label}
        value={code}
        onValue={type}
        error={problem}
        submitLabel={t('sudo.confirm')}
        isBusy={isBusy}
        onSubmit={submit}
        resend={
          onResend && {
            inSeconds,
            again() {
              setCode('')
              void onResend().then(() => announce(t('verify.sent')))
            },
          }
        }
      />
    </div>
  )
}
