import { isServiceError } from '@awan/protocol/errors'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { refuseName } from '../actions/refuse-name.ts'
import { useDrive } from '../DriveProvider.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'

export function NewFolderForm({ folderId, onDone }: { folderId: string; onDone: () => void }) {
  const t = useTexts()
  const drive = useDrive()
  const lists = useDriveLists()
  const announce = useAnnounce()
  const messageOf = useErrorMessage()
  const [name, setName] = useState(() => t('new.folder.suggestion'))
  const [problem, setProblem] = useState<string>()
  const creation = useMutation({
    mutationFn: (wanted: string) =>
      drive.files.createFolder({ parent_id: folderId, name: wanted, conflict: 'fail' }),
    onSuccess: (folder) => {
      announce(t('new.folder.created', { name: folder.name }))
      onDone()
      lists.refreshFolder(folderId)
    },
    onError: (error) => {
      // Said here and not in a note: while the dialog is open, notes are out of reach.
      const isTaken = isServiceError(error, 'already_exists')
      setProblem(isTaken ? t('new.folder.taken') : messageOf(error))
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = name.trim()
    const refusal = refuseName(wanted, t)
    if (refusal !== undefined) setProblem(refusal)
    else creation.mutate(wanted)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label={t('new.folder.name')}
        autoComplete="off"
        autoFocus
        onFocus={(event) => event.target.select()}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
        error={problem}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onDone}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" busy={creation.isPending}>
          {t('new.folder.create')}
        </Button>
      </div>
    </form>
  )
}
