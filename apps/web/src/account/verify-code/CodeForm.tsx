import type { ReactNode, SubmitEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { CODE_DIGITS } from './code-rules.ts'

/** Six boxes, their button, and what to do while no code comes: wherever a code is asked for. */
export function CodeForm({
  label,
  value,
  onValue,
  error,
  submitLabel,
  isBusy,
  onSubmit,
  resend,
  extra,
  beside,
}: {
  label?: string | undefined
  value: string
  onValue: (code: string) => void
  error: ReactNode
  submitLabel: string
  isBusy: boolean
  onSubmit: (event: SubmitEvent) => void
  /** For codes that are sent. */
  resend?: { inSeconds: number; again: () => void } | undefined
  /** Between the code and its button. */
  extra?: ReactNode
  /** Opposite the resending. */
  beside?: ReactNode
}) {
  const t = useTexts()
  return (
    <>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <CodeField
          label={label ?? t('verify.code')}
          digits={CODE_DIGITS}
          name="code"
          autoFocus
          value={value}
          onValue={onValue}
          error={error}
        />
        {extra}
        <Button type="submit" size="large" busy={isBusy}>
          {submitLabel}
        </Button>
      </form>
      {beside || resend ? (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4">
          {beside}
          {resend === undefined ? null : resend.inSeconds > 0 ? (
            <span className="py-1.5 text-sm text-muted tabular-nums">
              {t('verify.resendIn', { seconds: resend.inSeconds })}
            </span>
          ) : (
            <Button look="plain" size="small" className="-mx-3" onClick={resend.again}>
              {t('verify.resend')}
            </Button>
          )}
        </div>
      ) : null}
    </>
  )
}
