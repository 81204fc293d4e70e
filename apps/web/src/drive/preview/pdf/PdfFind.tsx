import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { PdfFind as Find } from './use-pdf-find.ts'

/** Looks for words in the whole document. */
export function PdfFind({
  find,
  fieldRef,
  onClose,
}: {
  find: Find
  fieldRef: Ref<HTMLInputElement>
  onClose: () => void
}) {
  const t = useTexts()
  const { query, matches, at, isSearching } = find

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') find.go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }

  return (
    <search className="flex shrink-0 items-center gap-1 border-b border-line bg-surface px-2 py-1.5 md:ps-4">
      <input
        ref={fieldRef}
        type="search"
        aria-label={t('preview.pdf.find')}
        placeholder={t('preview.pdf.find')}
        autoComplete="off"
        value={query}
        onChange={(event) => find.search(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-9 min-w-0 max-w-80 flex-1 rounded-sm border border-line-strong bg-surface px-3 text-text placeholder:text-muted pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden"
      />
      <span role="status" className="px-2 sm:min-w-24 text-sm text-muted tabular-nums">
        {query.trim() === ''
          ? ''
          : matches.length > 0
            ? t('preview.position', { position: at + 1, count: matches.length })
            : isSearching
              ? t('preview.pdf.searching')
              : t('preview.pdf.none')}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('preview.find.previous')}
        disabled={matches.length === 0}
        onClick={() => find.go(-1)}
        className="disabled:opacity-40"
      />
      <IconButton
        icon={ChevronDown}
        label={t('preview.find.next')}
        disabled={matches.length === 0}
        onClick={() => find.go(1)}
        className="disabled:opacity-40"
      />
      <IconButton icon={X} label={t('preview.find.close')} onClick={onClose} className="ms-auto" />
    </search>
  )
}
