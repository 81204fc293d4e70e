import type { File } from '@awan/protocol/drive'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useDriveActions } from '../actions/DriveActionsProvider.tsx'

/** As much as the server takes. */
const MAX_CHARACTERS = 4000

/** Written where it is read; it is kept when one leaves it, and Escape leaves it as it was. */
export function Description({ file }: { file: File }) {
  const t = useTexts()
  const actions = useDriveActions()
  const id = useId()
  const saved = file.description ?? ''
  /** Undefined while nobody writes: then what somebody else has written shows. */
  const [draft, setDraft] = useState<string>()

  function leave() {
    if (draft !== undefined && draft.trim() !== saved) void actions.describe(file, draft)
    setDraft(undefined)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || draft === undefined || draft === saved) return
    // Not the panel: what was typed goes first.
    event.preventDefault()
    event.stopPropagation()
    setDraft(saved)
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm text-muted">
        {t('details.description')}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={MAX_CHARACTERS}
        placeholder={t('details.description.add')}
        value={draft ?? saved}
        onFocus={() => setDraft(saved)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
        className="-mx-3 max-h-60 resize-none rounded-md border border-transparent bg-transparent px-3 py-2 text-sm transition-colors duration-[120ms] [field-sizing:content] placeholder:text-muted hover:border-line-strong focus:border-accent focus:bg-surface focus:outline-none focus:ring-3 focus:ring-accent/20 pointer-coarse:text-[1rem]"
      />
    </div>
  )
}
