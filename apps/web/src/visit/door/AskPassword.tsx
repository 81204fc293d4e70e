import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { DoorHeading } from './DoorHeading.tsx'

export function AskPassword({
  problem,
  isBusy,
  onGive,
}: {
  problem: 'wrong' | 'too-many' | undefined
  isBusy: boolean
  onGive: (password: string) => Promise<void>
}) {
  const t = useTexts()
  const [password, setPassword] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (problem !== undefined) field.current?.select()
  }, [problem])

  function give(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setEmpty(password === '')
    if (password === '') field.current?.focus()
    else void onGive(password)
  }

  const error = isEmpty
    ? t('visit.password.empty')
    : problem === 'wrong'
      ? t('visit.password.wrong')
      : problem === 'too-many'
        ? t('error.tooMany')
        : undefined
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={give}>
      <DoorHeading title={t('visit.password.title')}>{t('visit.password.hint')}</DoorHeading>
      <PasswordField
        ref={field}
        label={t('visit.password')}
        name="link-password"
        autoComplete="off"
        autoFocus
        value={password}
        onChange={({ target }) => {
          setPassword(target.value)
          setEmpty(false)
        }}
        error={error}
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
      />
      <Button type="submit" size="large" busy={isBusy}>
        {t('visit.open')}
      </Button>
    </form>
  )
}
