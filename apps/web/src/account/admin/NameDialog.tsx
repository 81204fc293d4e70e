import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAct } from './use-act.ts'

/** Asks for the name of something. It steps aside while the administrator proves who they are. */
export function NameDialog<Result>({
  title,
  text,
  label,
  name = '',
  takenText,
  confirm,
  run,
  done,
  onDone,
  onClose,
}: {
  title: string
  text: string
  label: string
  /** The present name. */
  name?: string
  /** What to say where another one has the name. */
  takenText?: string
  confirm: string
  run: (name: string, sudoToken: string) => Promise<Result>
  done: (name: string) => string
  onDone?: (result: Result) => void
  onClose: () => void
}) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string>()
  const saving = useAct({
    run,
    done: () => done(typed.trim()),
    onDone: (result) => {
      onClose()
      onDone?.(result)
    },
    onError: (error) => {
      const isTaken = takenText !== undefined && isServiceError(error, 'already_exists')
      setProblem(isTaken ? takenText : messageOf(error))
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const next = typed.trim()
    if (next === '') return setProblem(t('admin.field.missing'))
    if (next === name) return onClose()
    setProblem(undefined)
    saving.mutate(next)
  }

  return (
    <Dialog
      open={!saving.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description={text}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={label}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
          error={problem}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit">{confirm}</Button>
        </div>
      </form>
    </Dialog>
  )
}
