import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeForm } from './CodeForm.tsx'
import type { VerifyCode } from './use-verify-code.ts'

/** The field for a code that is on its way, and what to do while it does not come. */
export function VerifyCodeForm({
  verify,
  submitLabel,
  error,
  change,
}: {
  verify: VerifyCode
  submitLabel?: string
  /** In place of what is known of the problem, where the screen has more to say. */
  error?: ReactNode
  /** The way back to the contact, where there is one. */
  change?: { label: string; onClick: () => void }
}) {
  const t = useTexts()
  return (
    <CodeForm
      value={verify.code}
      onValue={verify.type}
      error={error ?? verify.problem}
      submitLabel={submitLabel ?? t('verify.submit')}
      isBusy={verify.isBusy}
      onSubmit={verify.submit}
      resend={{ inSeconds: verify.resendInSeconds, again: verify.resend }}
      beside={
        change && (
          <Button look="plain" size="small" className="-mx-3" onClick={change.onClick}>
            {change.label}
          </Button>
        )
      }
    />
  )
}
