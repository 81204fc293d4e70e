import { MAX_SAVED_SEARCHES } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

const MAX_NAME = 100

/** Asks for the name of a saved search, and stays until it has it. */
export function SearchNameDialog({
  title,
  text,
  button,
  name: before,
  onName,
  onClose,
}: {
  title: string
  text?: string
  button: string
  name: string
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
    if (wanted === '') return setProblem(t('saved.missing'))
    setBusy(true)
    try {
      await onName(wanted)
      onClose()
    } catch (error) {
      const isFull = isServiceError(error, 'resource_exhausted')
      setProblem(isFull ? t('saved.most', { count: MAX_SAVED_SEARCHES }) : messageOf(error))
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
          label={t('saved.name')}
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
