import type { Version } from '@awan/protocol/drive'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { VersionActs } from './use-version-acts.ts'

/** A version with a name stays. */
export function NameVersionDialog({
  version,
  acts,
  onClose,
}: {
  version: Version
  acts: VersionActs
  onClose: () => void
}) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const [name, setName] = useState(version.name ?? '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return setProblem(t('versions.name.missing'))
    setBusy(true)
    acts.rename(version, wanted).then(onClose, (error: unknown) => {
      setBusy(false)
      setProblem(messageOf(error))
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t(version.name === undefined ? 'versions.name' : 'versions.rename')}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={t('versions.name.label')}
          hint={t('versions.name.hint')}
          autoComplete="off"
          maxLength={200}
          autoFocus
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
          }}
          error={problem}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" busy={isBusy}>
            {t('versions.name.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
