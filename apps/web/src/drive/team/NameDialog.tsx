import { createTeamDrives } from '@awan/client/drive'
import type { ReachedDrive } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useToast } from '../../ui/Toasts.tsx'

const MAX_NAME = 100

/** Creates a team drive and leads into it. */
export function NewDriveDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const client = useClient()
  const navigate = useNavigate()
  return (
    <NameDialog
      title={t('team.new')}
      text={t('team.new.hint')}
      button={t('team.create')}
      onClose={onClose}
      onName={async (name) => {
        const { id } = await createTeamDrives(client).create(name)
        await navigate({ to: '/drives/$driveId', params: { driveId: id } })
      }}
    />
  )
}

export function RenameDriveDialog({
  drive: { id, name: before },
  onChanged,
  onClose,
}: {
  drive: Pick<ReachedDrive, 'id' | 'name'>
  onChanged: () => void
  onClose: () => void
}) {
  const t = useTexts()
  const client = useClient()
  const toast = useToast()
  return (
    <NameDialog
      title={t('team.rename.title', { name: before })}
      button={t('team.rename')}
      name={before}
      onClose={onClose}
      onName={async (name) => {
        await createTeamDrives(client).rename(id, name)
        toast({ title: t('team.renamed', { name }), tone: 'done' })
        onChanged()
        onClose()
      }}
    />
  )
}

function NameDialog({
  title,
  text,
  button,
  name: before = '',
  onName,
  onClose,
}: {
  title: string
  text?: string
  button: string
  name?: string
  onName: (name: string) => Promise<void>
  onClose: () => void
}) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const [name, setName] = useState(before)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return setProblem(t('new.folder.missing'))
    setBusy(true)
    try {
      await onName(wanted)
    } catch (error) {
      const most = mostOf(error)
      setProblem(most === undefined ? messageOf(error) : t('team.new.most', { count: most }))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      {...(text === undefined ? {} : { description: text })}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <TextField
          label={t('team.name')}
          autoComplete="off"
          autoFocus
          maxLength={MAX_NAME}
          onFocus={({ target }) => target.select()}
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
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** How many team drives one person can create, where they have. */
function mostOf(error: unknown): number | undefined {
  if (!isServiceError(error, 'resource_exhausted')) return undefined
  const info = error.details.find(({ reason }) => reason === 'too_many_team_drives')
  return info && Number((info.metadata as { most?: string }).most)
}
