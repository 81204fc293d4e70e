import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { passwordStrength } from './password-strength.ts'

/** Four small bars and a word about them. */
export function PasswordStrength({
  password,
  ownWords,
}: {
  password: string
  ownWords: readonly string[]
}) {
  const t = useTexts()
  const strength = passwordStrength(password, ownWords)
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden="true" className="flex w-24 shrink-0 gap-1">
        {([1, 2, 3, 4] as const).map((bar) => (
          <span
            key={bar}
            className={classNames(
              'h-1 flex-1 rounded-full transition-colors duration-200',
              bar > strength ? 'bg-sunken' : strength === 1 ? 'bg-amber' : 'bg-accent',
            )}
          />
        ))}
      </span>
      <span aria-live="polite">{t(`signUp.strength.${strength}`)}</span>
    </span>
  )
}
