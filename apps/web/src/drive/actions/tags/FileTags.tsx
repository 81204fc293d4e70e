import { MAX_TAG_CHARACTERS, MAX_TAGS } from '@awan/protocol'
import type { File } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { tagsQuery } from '../../tags-query.ts'
import { useDriveActions } from '../use-drive-actions.ts'
import { tagChip } from './tag-chip.ts'

/** More than these are found by typing. */
const OFFERED_TAGS = 12

export function FileTags({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useTexts()
  const actions = useDriveActions()
  const known = useQuery(tagsQuery(useDrive())).data?.tags ?? []
  const [tags, setTags] = useState<readonly string[]>(file.tags)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const isFull = tags.length >= MAX_TAGS
  const offered = known
    .map(({ tag }) => tag)
    .filter((tag) => !tags.includes(tag) && tag.toLowerCase().includes(wanted.toLowerCase()))
    .slice(0, OFFERED_TAGS)

  function add(tag: string) {
    if (!isFull && tag !== '' && !tags.includes(tag)) setTags([...tags, tag])
    setTyped('')
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // Enter in the field adds; with an empty field it saves.
    if (wanted !== '') return add(wanted)
    onClose()
    void actions.setTags(file, tags)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('act.tags.title', { name: file.name })}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {tags.length === 0 ? (
          <p className="text-muted">{t('act.tags.none')}</p>
        ) : (
          <ul aria-label={t('act.tags.chosen')} className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag} className="max-w-full">
                <button
                  type="button"
                  aria-label={t('act.tags.remove', { tag })}
                  onClick={() => setTags(tags.filter((other) => other !== tag))}
                  className={`${tagChip} bg-accent-soft text-accent-ink`}
                >
                  <span className="truncate">{tag}</span>
                  <X aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <TextField
          label={t('act.tags.field')}
          autoComplete="off"
          maxLength={MAX_TAG_CHARACTERS}
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          hint={isFull ? t('act.tags.full') : undefined}
        />
        {offered.length === 0 || isFull ? null : (
          <div>
            <h3 className="mb-2 text-sm text-muted">{t('act.tags.known')}</h3>
            <ul aria-label={t('act.tags.known')} className="flex flex-wrap gap-2">
              {offered.map((tag) => (
                <li key={tag} className="max-w-full">
                  <button
                    type="button"
                    onClick={() => add(tag)}
                    className={`${tagChip} border border-line-strong hover:bg-hover`}
                  >
                    <Plus aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
                    <span className="truncate">{tag}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="mt-1 flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit">{t(wanted === '' ? 'act.tags.save' : 'act.tags.add')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
