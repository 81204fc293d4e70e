import { isServiceError } from '@awan/protocol/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../../session/use-error-handler.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { subfoldersQuery } from '../../folder-tree-query.ts'
import { useDriveLists } from '../../listing/DriveListsProvider.tsx'
import { refuseName } from '../refuse-name.ts'
import type { RecentFolder } from './recent-folders.ts'

/** A new folder in the one that is chosen, which is then the chosen one. */
export function NewFolderField({
  parent,
  onDone,
}: {
  parent: RecentFolder
  /** With the folder, or without when somebody thought better of it. */
  onDone: (made?: RecentFolder) => void
}) {
  const t = useTexts()
  const drive = useDrive()
  const lists = useDriveLists()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const [name, setName] = useState(() => t('new.folder.suggestion'))
  const [problem, setProblem] = useState<string>()
  const creation = useMutation({
    mutationFn: (wanted: string) =>
      drive.files.createFolder({ parent_id: parent.id, name: wanted, conflict: 'fail' }),
    async onSuccess(made) {
      lists.refreshFolder(parent.id)
      const { queryKey } = subfoldersQuery(drive, parent.id)
      await queries.invalidateQueries({ queryKey })
      onDone(made)
    },
    onError(error) {
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
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <TextField
        label={t('act.pick.newIn', { name: parent.name })}
        autoComplete="off"
        autoFocus
        onFocus={({ target }) => target.select()}
        value={name}
        onChange={({ target }) => {
          setName(target.value)
          setProblem(undefined)
        }}
        error={problem}
      />
      <div className="flex justify-end gap-2">
        <Button look="plain" size="small" onClick={() => onDone()}>
          {t('app.cancel')}
        </Button>
        <Button look="quiet" size="small" type="submit" busy={creation.isPending}>
          {t('new.folder.create')}
        </Button>
      </div>
    </form>
  )
}
