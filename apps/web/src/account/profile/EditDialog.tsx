import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { type ProfileFields, useSaveProfile } from './use-save-profile.ts'

export type ProfileProblem = Extract<PlainTextKey, `profile.${string}`>

export interface FieldProps {
  value: string
  onValue: (value: string) => void
  error: string | undefined
}

export interface Edit {
  label: string
  initial: string
  field: (props: FieldProps) => ReactNode
  /** What to send, or why it cannot be sent. */
  toFields: (value: string) => ProfileFields | ProfileProblem
  explain?: (error: unknown) => ProfileProblem | undefined
}

/** One thing of the profile is changed; an error keeps what was typed. */
export function EditDialog({ edit, onClose }: { edit: Edit; onClose: () => void }) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const save = useSaveProfile()
  const [value, setValue] = useState(edit.initial)
  const [problem, setProblem] = useState<ProfileProblem | { error: unknown }>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const fields = edit.toFields(value)
    if (typeof fields === 'string') return setProblem(fields)
    save.mutate(fields, {
      // A person who gives no proof may think again.
      onSuccess: (profile) => profile && onClose(),
      onError: (error) => setProblem(edit.explain?.(error) ?? { error }),
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={edit.label}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {edit.field({
          value,
          onValue: (typed) => {
            setValue(typed)
            setProblem(undefined)
          },
          error: typeof problem === 'object' ? messageOf(problem.error) : problem && t(problem),
        })}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" busy={save.isPending}>
            {t('profile.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
