import { type FormEvent, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { DoorHeading } from './DoorHeading.tsx'

const MAX_LETTERS = 100

export function AskName({
  isBusy,
  onGive,
}: {
  isBusy: boolean
  onGive: (name: string) => Promise<void>
}) {
  const t = useTexts()
  const [name, setName] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function give(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const said = name.trim()
    setEmpty(said === '')
    if (said === '') field.current?.focus()
    else void onGive(said)
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={give}>
      <DoorHeading title={t('visit.name.title')}>{t('visit.name.hint')}</DoorHeading>
      <TextField
        ref={field}
        label={t('visit.name')}
        name="name"
        autoComplete="name"
        maxLength={MAX_LETTERS}
        autoFocus
        value={name}
        onChange={({ target }) => {
          setName(target.value)
          setEmpty(false)
        }}
        error={isEmpty ? t('visit.name.empty') : undefined}
      />
      <Button type="submit" size="large" busy={isBusy}>
        {t('visit.name.continue')}
      </Button>
    </form>
  )
}
