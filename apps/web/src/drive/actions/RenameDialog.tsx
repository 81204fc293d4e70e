import type { File } from '@awan/protocol/drive'
import { type SubmitEvent, useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { checkName, stemLength } from './file-name.ts'
import { warnOfName } from './name-warning.ts'
import { useDriveActions } from './use-drive-actions.ts'

export function RenameDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useTexts()
  const actions = useDriveActions()
  const [name, setName] = useState(file.name)
  const [problem, setProblem] = useState<PlainTextKey>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wrong = checkName(name)
    if (wrong) return setProblem(`new.folder.${wrong}`)
    onClose()
    void actions.rename(file, name)
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
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={t('act.rename.name')}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          autoFocus
          // What kind of file it is stays, unless one wants it to change.
          onFocus={({ target }) => target.setSelectionRange(0, stemLength(file))}
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setProblem(undefined)
          }}
          error={problem && t(problem)}
          hint={warnOfName(name, t)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit">{t('act.rename')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
