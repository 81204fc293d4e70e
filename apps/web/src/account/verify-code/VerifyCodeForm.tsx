import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { CODE_DIGITS, type VerifyCode } from './use-verify-code.ts'

/** The field for a code that is on its way, and what to do while it does not come. */
export function VerifyCodeForm({
  verify,
  change,
}: {
  verify: VerifyCode
  /** The way back to the contact, where there is one. */
  change?: { label: string; onClick: () => void }
}) {
  const t = useTexts()
  const wait = verify.resendInSeconds
  return (
    <>
      <form noValidate onSubmit={verify.submit} className="flex flex-col gap-4">
        <CodeField
          label={t('verify.code')}
          digits={CODE_DIGITS}
          name="code"
          autoFocus
          value={verify.code}
          onValue={verify.type}
          error={verify.problem && t(verify.problem)}
        />
        <Button type="submit" size="large" busy={verify.isBusy}>
          {t('verify.submit')}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4">
        {change ? (
          <Button look="plain" size="small" className="-mx-3" onClick={change.onClick}>
            {change.label}
          </Button>
        ) : null}
        {wait > 0 ? (
          <span className="py-1.5 text-sm text-muted tabular-nums">
            {t('verify.resendIn', { seconds: wait })}
          </span>
        ) : (
          <Button look="plain" size="small" className="-mx-3" onClick={verify.resend}>
            {t('verify.resend')}
          </Button>
        )}
      </div>
    </>
  )
}
