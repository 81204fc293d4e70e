import type { AppPassword } from '@awan/client/account-centre'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCentre } from '../centre/use-centre.ts'

/** What the program is called; the password itself and what it opens stay as they are. */
export function RenameAppPasswordDialog({
  appPassword: { id, name: before },
  onRenamed,
  onClose,
}: {
  appPassword: AppPassword
  onRenamed: () => void
  onClose: () => void
}) {
  const t = useTexts()
  const centre = useCentre()
  const messageOf = useErrorMessage()
  const [name, setName] = useState(before)
  const [isMissing, setMissing] = useState(false)
  const rename = useMutation({
    mutationFn: () => centre.appPasswords.rename(id, { name: name.trim() }),
    onSuccess: onRenamed,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (name.trim() === '') setMissing(true)
    else if (name.trim() === before) onClose()
    else rename.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('appPasswords.rename.title', { name: before })}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={t('appPasswords.name')}
          hint={t('appPasswords.name.hint')}
          name="app-password-name"
          autoComplete="off"
          maxLength={100}
          autoFocus
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setMissing(false)
          }}
          error={isMissing ? t('appPasswords.name.missing') : undefined}
        />
        <Problem>{rename.isError ? messageOf(rename.error) : undefined}</Problem>
        <Button type="submit" size="large" busy={rename.isPending}>
          {t('appPasswords.rename')}
        </Button>
      </form>
    </Dialog>
  )
}
