import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

/** A password to be, with a hint at how good it is. */
export function NewPasswordField({
  label,
  username,
  ownWords,
  value,
  onValue,
  error,
  autoFocus = false,
}: {
  label: string
  username: string
  /** What the password should not be made of. */
  ownWords: readonly string[]
  value: string
  onValue: (value: string) => void
  error: string | undefined
  autoFocus?: boolean
}) {
  const t = useTexts()
  return (
    <>
      {/* Password managers keep the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField
        label={label}
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        name="new-password"
        autoComplete="new-password"
        maxLength={1024}
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        error={error}
        hint={<PasswordStrength password={value} ownWords={ownWords} />}
      />
    </>
  )
}
