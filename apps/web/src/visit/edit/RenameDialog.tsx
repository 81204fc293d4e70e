import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { ChangedElsewhere, changeSeen } from '../../drive/actions/change-seen.ts'
import { stemLength } from '../../drive/actions/file-name.ts'
import { refuseName } from '../../drive/actions/refuse-name.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useVisit } from '../VisitProvider.tsx'
import type { Edited } from './edited.ts'

/** It closes when the name is saved, and says at the field why it is not: also when somebody else was faster. */
export function RenameDialog({
  file,
  onClose,
  onDone,
}: {
  file: Edited
  onClose: () => void
  onDone: () => void
}) {
  const t = useTexts()
  const { drive, check } = useVisit()
  const messageOf = useErrorMessage()
  // The list goes on following changes meanwhile.
  const [seen, setSeen] = useState(file)
  const [name, setName] = useState(file.name)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    if (name === seen.name) return onClose()
    const rule = refuseName(name, t)
    if (rule !== undefined) return setProblem(rule)
    setBusy(true)
    try {
      await changeSeen(drive, seen, { name })
      onDone()
    } catch (error) {
      setBusy(false)
      if (error instanceof ChangedElsewhere) {
        // Who has read what it is called now may rename that.
        setSeen(error.current)
        return setProblem(t('act.changed.tryAgain', { name: error.current.name }))
      }
      const isTaken = isServiceError(error, 'already_exists')
      if (isTaken) setProblem(t('new.folder.taken'))
      else if (await check()) setProblem(messageOf(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('act.rename')}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <TextField
          label={t('act.rename.name')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          // What kind of file it is stays, unless one wants it to change.
          onFocus={({ target }) => target.setSelectionRange(0, stemLength(file))}
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
            {t('act.rename')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
