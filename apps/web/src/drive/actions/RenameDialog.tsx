import type { File } from '@awan/protocol/drive'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { stemLength } from './file-name.ts'
import { warnOfName } from './name-warning.ts'
import { refuseName } from './refuse-name.ts'
import { useDriveActions } from './use-drive-actions.ts'

/** It closes when the name is saved, and says here when it is refused. */
export function RenameDialog({ file: opened, onClose }: { file: File; onClose: () => void }) {
  const t = useTexts()
  const actions = useDriveActions()
  const [file, setFile] = useState(opened)
  const [name, setName] = useState(file.name)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const rule = refuseName(name, t)
    if (rule !== undefined) return setProblem(rule)
    setBusy(true)
    const refusal = await actions.tryRename(file, name)
    setBusy(false)
    if (refusal === undefined) return onClose()
    // Who has read what it is called now may rename that.
    setFile(refusal.current ?? file)
    setProblem(refusal.reason)
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
          hint={warnOfName(name, t)}
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
