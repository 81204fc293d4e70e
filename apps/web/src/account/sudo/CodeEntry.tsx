import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { useCountdown } from '../verify-code/use-countdown.ts'

export const CODE_DIGITS = 6
const RESEND_AFTER_MS = 60_000

/** A code that was sent, or that an app shows: the last digit sends it off. */
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
  const wait = useCountdown(sentAtMs === undefined ? undefined : sentAtMs + RESEND_AFTER_MS)

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
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {intro === undefined ? null : <p className="break-words text-muted">{intro}</p>}
      <CodeField
        label={label ?? t('sudo.code')}
        digits={CODE_DIGITS}
        name="code"
        autoFocus
        value={code}
        onValue={type}
        error={problem}
      />
      <Button type="submit" size="large" busy={isBusy}>
        {t('sudo.confirm')}
      </Button>
      {onResend === undefined ? null : wait > 0 ? (
        <p className="py-2 text-center text-sm text-muted tabular-nums">
          {t('sudo.code.resendIn', { seconds: wait })}
        </p>
      ) : (
        <Button
          look="plain"
          size="small"
          className="min-h-9 self-center"
          onClick={() => {
            setCode('')
            void onResend().then(() => announce(t('sudo.code.sent')))
          }}
        >
          {t('sudo.code.resend')}
        </Button>
      )}
    </form>
  )
}
