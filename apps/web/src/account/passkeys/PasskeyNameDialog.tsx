import type { Passkey } from '@awan/client/account-centre'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCentre } from '../centre/use-centre.ts'

/** A name by which its owner knows the passkey again. */
export function PasskeyNameDialog({
  passkey,
  isNew,
  onDone,
}: {
  passkey: Passkey
  isNew: boolean
  onDone: () => void
}) {
  const t = useTexts()
  const centre = useCentre()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const [name, setName] = useState(passkey.name)
  const [isMissing, setMissing] = useState(false)
  const rename = useMutation({
    mutationFn: () => centre.passkeys.rename(passkey.id, { name: name.trim() }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['passkeys'] })
      onDone()
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (rename.isPending) return
    if (name.trim() === '') setMissing(true)
    else if (name.trim() === passkey.name) onDone()
    else rename.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onDone()
      }}
      title={t(isNew ? 'passkeys.name.title' : 'passkeys.rename.title')}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('passkeys.name')}
          hint={t('passkeys.name.hint')}
          name="passkey-name"
          autoComplete="off"
          maxLength={64}
          autoFocus
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value)
            setMissing(false)
            rename.reset()
          }}
          error={
            isMissing
              ? t('passkeys.name.missing')
              : rename.isError
                ? messageOf(rename.error)
                : undefined
          }
        />
        <Button type="submit" size="large" busy={rename.isPending}>
          {t('passkeys.name.save')}
        </Button>
      </form>
    </Dialog>
  )
}
