import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'

/** A locked document asks for its own password, which has nothing to do with the account's. */
export function PdfPassword({
  isWrong,
  onUnlock,
}: {
  isWrong: boolean
  onUnlock: (password: string) => void
}) {
  const t = useTexts()
  const [password, setPassword] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onUnlock(password)
  }
  return (
    <form onSubmit={submit} className="m-auto flex w-full max-w-sm flex-col gap-4 px-6">
      <div>
        <h3 className="text-lg font-semibold tracking-[-0.01em]">{t('preview.pdf.locked')}</h3>
        <p className="mt-1 text-muted">{t('preview.pdf.locked.hint')}</p>
      </div>
      <TextField
        label={t('preview.pdf.password')}
        type="password"
        autoComplete="off"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isWrong ? t('preview.pdf.wrong') : undefined}
      />
      <Button type="submit">{t('preview.pdf.open')}</Button>
    </form>
  )
}
