import { accountEventTypes } from '@awan/protocol/account-event-types'
import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { CheckList } from '../../../ui/CheckList.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { eventChoices } from '../events/event-choices.ts'

export interface WebhookDraft {
  url: string
  takesAll: boolean
  types: string[]
}

export function toWebhookFields({ url, takesAll, types }: WebhookDraft) {
  return { url: url.trim(), event_types: takesAll ? [] : types }
}

/** Where events go, and which. */
export function WebhookForm({
  draft,
  submitLabel,
  isBusy,
  error,
  onChange,
  onSubmit,
}: {
  draft: WebhookDraft
  submitLabel: string
  isBusy: boolean
  /** What the server said to the last attempt. */
  error: unknown
  onChange: (draft: WebhookDraft) => void
  onSubmit: () => void
}) {
  const { t, tag } = useLanguage()
  const [isChecked, setChecked] = useState(false)
  const isUrlWrong = !URL.canParse(draft.url.trim())
  const isEmpty = !draft.takesAll && draft.types.length === 0

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (!isUrlWrong && !isEmpty) onSubmit()
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-5">
      <TextField
        type="url"
        label={t('admin.webhook.url')}
        hint={t('admin.webhook.url.hint')}
        placeholder="https://"
        maxLength={2048}
        value={draft.url}
        onChange={(event) => onChange({ ...draft, url: event.target.value })}
        error={
          (isChecked && isUrlWrong) || isServiceError(error, 'invalid_argument')
            ? t('admin.webhook.url.wrong')
            : undefined
        }
      />
      <Checkbox
        label={t('admin.webhook.all')}
        checked={draft.takesAll}
        onChange={(event) => onChange({ ...draft, takesAll: event.target.checked })}
      />
      {draft.takesAll ? null : (
        <CheckList
          label={t('admin.webhook.types')}
          isLong
          // Whoever writes the receiver knows them by their names.
          items={eventChoices({ t, tag }).map((choice) => ({ ...choice, code: choice.value }))}
          chosen={accountEventTypes.filter((type) => draft.types.includes(type))}
          onChange={(types) => onChange({ ...draft, types })}
          error={isChecked && isEmpty ? t('admin.webhook.types.missing') : undefined}
        />
      )}
      <div>
        <Button type="submit" busy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
