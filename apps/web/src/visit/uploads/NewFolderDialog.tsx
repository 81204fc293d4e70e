import { isServiceError } from '@awan/protocol/errors'
import { type FormEvent, useState } from 'react'
import { refuseName } from '../../drive/actions/refuse-name.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useEditTexts } from '../edit/use-edit-texts.ts'
import { useVisit } from '../VisitProvider.tsx'

export function NewFolderDialog({
  folderId,
  onClose,
  onCreated,
}: {
  folderId: string
  onClose: () => void
  onCreated: () => void
}) {
  const t = useTexts()
  const isReady = useEditTexts()
  return (
    <Dialog
      open={isReady}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('visit.newFolder')}
      closeLabel={t('app.close')}
    >
      <NewFolderForm
        folderId={folderId}
        onClose={onClose}
        onCreated={() => {
          onClose()
          onCreated()
        }}
      />
    </Dialog>
  )
}

function NewFolderForm({
  folderId,
  onClose,
  onCreated,
}: {
  folderId: string
  onClose: () => void
  onCreated: () => void
}) {
  const t = useTexts()
  const { drive } = useVisit()
  const messageOf = useErrorMessage()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function create(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wanted = name.trim()
    const rule = refuseName(wanted, t)
    if (rule !== undefined) return setProblem(rule)
    setBusy(true)
    try {
      await drive.files.createFolder({ parent_id: folderId, name: wanted, conflict: 'fail' })
      onCreated()
    } catch (error) {
      const isTaken = isServiceError(error, 'already_exists')
      setProblem(isTaken ? t('new.folder.taken') : messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void create(event)}>
      <TextField
        label={t('visit.newFolder.name')}
        autoComplete="off"
        autoFocus
        value={name}
        onChange={({ target }) => {
          setName(target.value)
          setProblem(undefined)
        }}
        error={problem}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" busy={isBusy}>
          {t('visit.newFolder.create')}
        </Button>
      </div>
    </form>
  )
}
