import { MAX_TAG_CHARACTERS, MAX_TAGS } from '@awan/protocol'
import type { File } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { allows } from '../access/allows.ts'
import { useDriveActions } from '../actions/use-drive-actions.ts'
import { useDrive } from '../DriveProvider.tsx'
import { useOfflineReason } from '../offline/use-offline.ts'
import { tagsQuery } from '../tags-query.ts'
import { withoutTag, withTag } from './tag-rules.ts'

/** The tags of a file, each the way to all that has it; those of other files are offered. */
export function TagEditor({ file }: { file: File }) {
  const t = useTexts()
  const id = useId()
  const actions = useDriveActions()
  const known = useQuery(tagsQuery(useDrive())).data?.tags ?? []
  const reason = useOfflineReason()
  const [draft, setDraft] = useState('')
  const mayEdit = allows(file, 'edit')
  const isFull = file.tags.length >= MAX_TAGS

  function add() {
    // It stays where it was typed until it can be added.
    if (reason !== undefined) return
    const tags = withTag(file.tags, draft)
    setDraft('')
    if (tags !== file.tags) void actions.setTags(file, tags)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== ',') return
    event.preventDefault()
    add()
  }

  if (!mayEdit && file.tags.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={mayEdit ? id : undefined} className="text-sm text-muted">
        {t('details.tags')}
      </label>
      {file.tags.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1.5">
          {file.tags.map((tag) => (
            <li
              key={tag}
              className="flex max-w-full items-center rounded-sm bg-accent-soft text-sm font-medium text-accent-ink"
            >
              <Link
                to="/tags/$tag"
                params={{ tag }}
                translate="no"
                className="min-w-0 truncate rounded-sm py-1 ps-2.5 last:pe-2.5 underline-offset-2 hover:underline"
              >
                {tag}
              </Link>
              {mayEdit ? (
                <button
                  type="button"
                  aria-label={t('details.tags.remove', { tag })}
                  disabled={reason !== undefined}
                  title={reason ?? t('details.tags.remove', { tag })}
                  aria-description={reason}
                  onClick={() => void actions.setTags(file, withoutTag(file.tags, tag))}
                  className="grid size-7 shrink-0 place-items-center rounded-sm hover:bg-hover disabled:opacity-50 pointer-coarse:size-11"
                >
                  <X aria-hidden="true" className="size-3.5" strokeWidth={2} />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {!mayEdit ? null : isFull ? (
        <p className="text-sm text-muted">{t('details.tags.full', { count: MAX_TAGS })}</p>
      ) : (
        <div className="relative">
          <Plus
            aria-hidden="true"
            className="pointer-events-none absolute start-0 top-1/2 size-4 -translate-y-1/2 text-muted"
            strokeWidth={1.75}
          />
          <input
            id={id}
            list={`${id}known`}
            readOnly={reason !== undefined}
            title={reason}
            aria-description={reason}
            autoComplete="off"
            maxLength={MAX_TAG_CHARACTERS}
            placeholder={t('details.tags.add')}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
            className="min-h-9 w-full rounded-md border border-transparent bg-transparent ps-6 pe-3 text-sm transition-colors duration-[120ms] placeholder:text-muted focus:border-accent focus:bg-surface focus:outline-none focus:ring-3 focus:ring-accent/20 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
          />
          <datalist id={`${id}known`}>
            {known
              .filter(({ tag }) => !file.tags.includes(tag))
              .map(({ tag }) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </div>
      )}
    </div>
  )
}
