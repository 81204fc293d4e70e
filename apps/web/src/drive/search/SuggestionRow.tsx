import type { SearchHit } from '@awan/protocol/drive'
import { Clock, FolderSearch, type LucideIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Marked } from '../files/Marked.tsx'
import { FileIcon } from '../pictures/FileIcon.tsx'
import type { Suggestion } from './suggestion.ts'

/** One of the things that the field offers; the field keeps the focus and says which one is marked. */
export function SuggestionRow({
  id,
  suggestion,
  isMarked,
  onChoose,
}: {
  id: string
  suggestion: Suggestion
  isMarked: boolean
  onChoose: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      onClick={onChoose}
      className={classNames(
        'flex min-h-11 scroll-my-1.5 cursor-default items-center gap-3 rounded-sm px-2.5 py-1.5 hover:bg-sunken',
        isMarked && 'bg-sunken',
      )}
    >
      <Face suggestion={suggestion} />
    </div>
  )
}

function Face({ suggestion }: { suggestion: Suggestion }) {
  const t = useTexts()
  switch (suggestion.kind) {
    case 'recent':
      return <Plain icon={Clock}>{suggestion.query}</Plain>
    case 'all':
      return <Plain icon={Search}>{t('search.all', { query: suggestion.query })}</Plain>
    case 'inside':
      return (
        <Plain icon={FolderSearch}>{t('search.allIn', { name: suggestion.folder.name })}</Plain>
      )
    case 'hit':
      return <Hit hit={suggestion.hit} />
  }
}

function Plain({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <span className="grid size-8 shrink-0 place-items-center text-muted">
        <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      </span>
      <span className="min-w-0 truncate">{children}</span>
    </>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const t = useTexts()
  const { file, path, match, highlights, snippet, alias } = hit
  // The top folder has no name of its own on the wire.
  const where = path.map(({ name }, depth) => (depth === 0 ? t('nav.files') : name)).join(' / ')
  return (
    <>
      <FileIcon file={file} size="small" />
      <span className="min-w-0 flex-1">
        <span translate="no" className="block truncate font-medium">
          <Marked text={alias ?? file.name} highlights={highlights} />
        </span>
        {snippet === undefined ? null : (
          <span translate="no" className="block truncate text-sm text-muted">
            <Marked text={snippet.text} highlights={snippet.highlights} />
          </span>
        )}
        <span className="block truncate text-sm text-muted">
          {match === 'similar' ? `${t('search.similar')} · ${where}` : where}
        </span>
      </span>
    </>
  )
}
