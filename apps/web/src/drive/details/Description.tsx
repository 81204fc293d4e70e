import type { File } from '@awan/protocol/drive'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { allows } from '../access/allows.ts'
import { useDriveActions } from '../actions/use-drive-actions.ts'
import { useDrive } from '../DriveProvider.tsx'
import { useOfflineReason } from '../offline/use-offline.ts'
import { unsavedDescriptionsOf } from './unsaved-descriptions.ts'

/** As much as the server takes. */
const MAX_CHARACTERS = 4000

/**
 * Written where it is read; it is kept when one leaves it, and Escape leaves it as it was. What was typed
 * when the server went stays in its place, and is saved when the server is back.
 */
export function Description({ file }: { file: File }) {
  const t = useTexts()
  const actions = useDriveActions()
  const unsaved = unsavedDescriptionsOf(useDrive())
  const reason = useOfflineReason()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const saved = file.description ?? ''
  const mayEdit = allows(file, 'edit')
  /** Undefined while nobody writes: then what somebody else has written shows. */
  const [draft, setDraft] = useState(() => unsaved.get(file.id))

  function leave() {
    if (draft === undefined || draft.trim() === saved) {
      unsaved.delete(file.id)
      setDraft(undefined)
      return
    }
    unsaved.set(file.id, draft)
    if (reason === undefined) void save(draft)
  }

  async function save(text: string) {
    setDraft(undefined)
    if (await actions.describe(file, text)) unsaved.delete(file.id)
    else setDraft(text)
  }

  const saveLeft = useEffectEvent(() => {
    const left = unsaved.get(file.id)
    // Who is writing saves it by leaving.
    if (left !== undefined && document.activeElement !== field.current) void save(left)
  })
  useEffect(() => {
    if (reason === undefined) saveLeft()
  }, [reason])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || draft === undefined || draft === saved) return
    // Not the panel: what was typed goes first.
    event.preventDefault()
    event.stopPropagation()
    setDraft(saved)
  }

  if (!mayEdit && saved === '') return null
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm text-muted">
        {t('details.description')}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        readOnly={reason !== undefined || !mayEdit}
        title={reason}
        aria-description={reason}
        maxLength={MAX_CHARACTERS}
        placeholder={t('details.description.add')}
        value={draft ?? saved}
        onFocus={() => setDraft(draft ?? saved)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
        className="-mx-3 max-h-60 resize-none rounded-md border border-transparent bg-transparent px-3 py-2 text-sm transition-colors duration-[120ms] [field-sizing:content] placeholder:text-muted hover:border-line-strong focus:border-accent focus:bg-surface focus:outline-none focus:ring-3 focus:ring-accent/20 pointer-coarse:text-[1rem]"
      />
    </div>
  )
}
