import { createTeamDrives } from '@awan/client/drive'
import type { ReachedDrive } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useToast } from '../../ui/Toasts.tsx'

/** Only an empty drive is deleted without its name. */
export function DeleteDriveDialog({
  drive: { id, name, quota_usage = 0 },
  onGone,
  onClose,
}: {
  drive: Pick<ReachedDrive, 'id' | 'name' | 'quota_usage'>
  onGone: () => void
  onClose: () => void
}) {
  const t = useTexts()
  const client = useClient()
  const toast = useToast()
  const messageOf = useErrorMessage()
  const withSudo = useSudo()
  // Folders, and what is in the trash, may take no room: then the server tells that it is not empty.
  const [isFilled, setFilled] = useState(quota_usage > 0)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isFilled && typed.trim() !== name) return setProblem(t('team.delete.wrong', { name }))
    setBusy(true)
    setProblem(undefined)
    try {
      const isDone = await withSudo(async (sudo_token) => {
        await createTeamDrives(client).remove(id, { sudo_token, ...(isFilled && { name }) })
        return true
      })
      if (!isDone) return setBusy(false)
      toast({ title: t('team.deleted', { name }), tone: 'done' })
      onClose()
      onGone()
    } catch (error) {
      setBusy(false)
      if (isServiceError(error, 'failed_precondition') && !isFilled) return setFilled(true)
      setProblem(messageOf(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('team.delete.ask', { name })}
      description={t(isFilled ? 'team.delete.hint' : 'team.delete.hint.empty')}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {isFilled ? (
          <TextField
            label={t('team.delete.name', { name })}
            autoComplete="off"
            autoFocus
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setProblem(undefined)
            }}
            error={problem}
          />
        ) : (
          <Problem>{problem}</Problem>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button look="danger" type="submit" busy={isBusy}>
            {t('team.delete')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
