import { isServiceError } from '@awan/protocol/errors'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Translate } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCentre } from '../centre/use-centre.ts'
import type { MadeAppPassword } from './made-app-password.ts'

const DAY_MS = 24 * 3600_000
/** Undefined lasts until it is revoked. */
const lives = [undefined, 30, 90, 365] as const

/** What the program is called, what it may do, and for how long. It steps aside for the proof. */
export function NewAppPasswordDialog({
  onMade,
  onClose,
}: {
  onMade: (made: MadeAppPassword) => void
  onClose: () => void
}) {
  const t = useTexts()
  const centre = useCentre()
  const withSudo = useSudo()
  const messageOf = useErrorMessage()
  const [name, setName] = useState('')
  const [isReadOnly, setReadOnly] = useState(false)
  const [days, setDays] = useState('')
  const [isMissing, setMissing] = useState(false)
  const create = useMutation({
    mutationFn: () =>
      withSudo((sudo_token) =>
        centre.appPasswords.create({
          name: name.trim(),
          read_only: isReadOnly,
          ...(days !== '' && {
            expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
          }),
          sudo_token,
        }),
      ),
    onSuccess: (made) => made && onMade(made),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (name.trim() === '') setMissing(true)
    else create.mutate()
  }

  return (
    <Dialog
      open={!create.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('appPasswords.new')}
      description={t('appPasswords.new.text')}
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
        <Checkbox
          label={t('appPasswords.readOnly')}
          checked={isReadOnly}
          onChange={(event) => setReadOnly(event.target.checked)}
        />
        <SelectField
          label={t('appPasswords.life')}
          choices={lives.map((life) => ({
            value: String(life ?? ''),
            label: lifeInWords(life, t),
          }))}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        <Problem>
          {create.isError
            ? isServiceError(create.error, 'resource_exhausted')
              ? t('appPasswords.full')
              : messageOf(create.error)
            : undefined}
        </Problem>
        <Button type="submit" size="large">
          {t('appPasswords.create')}
        </Button>
      </form>
    </Dialog>
  )
}

function lifeInWords(days: number | undefined, t: Translate): string {
  return days === undefined
    ? t('appPasswords.life.open')
    : t('appPasswords.life.days', { count: days })
}
