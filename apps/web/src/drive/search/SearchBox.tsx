import { useSearch } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { markAfterKey, suggestionsFor } from './suggestion.ts'
import { useGoToSuggestion } from './use-go-to-suggestion.ts'
import { useRecentSearches } from './use-recent-searches.ts'
import { useSearchHere } from './use-search-here.ts'
import { useSlashKey } from './use-slash-key.ts'
import { useSuggestions } from './use-suggestions.ts'
import { useTypedQuery } from './use-typed-query.ts'

const panel = lazyPart(() => import('./SuggestionPanel.tsx').then((part) => part.SuggestionPanel))

/**
 * The field that finds things while one types. The focus stays in it; arrows move through what it offers,
 * Enter takes what is marked, or shows all results (the combobox pattern of ARIA). In the header it
 * offers below itself, on a phone it has the page.
 */
export function SearchBox({ shape }: { shape: 'header' | 'page' }) {
  const t = useTexts()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const { typed, query, set, field } = useTypedQuery(q)
  const [shownQ, setShownQ] = useState(q)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  const recent = useRecentSearches()
  const folder = useSearchHere()
  const { hits, isError, isSettled } = useSuggestions(isOpen ? query : '')
  const goTo = useGoToSuggestion()
  // It comes while the first letters are typed.
  const Panel = usePart(panel, { isWanted: isOpen })
  useSlashKey(input, shape === 'header')

  // Another search, or none any more: by a link, by the way back.
  if (q !== shownQ) {
    setShownQ(q)
    set(q)
  }
  // Who comes to the search page of a phone without words came to type them.
  useEffect(() => {
    if (shape === 'page' && input.current?.value === '') input.current.focus()
  }, [shape])

  const suggestions = suggestionsFor({ query, hits, recent: recent.all, folder })
  const isShown = isOpen && (query !== '' || suggestions.length > 0)
  const optionId = (index: number) => `${id}option${index}`

  function close() {
    setOpen(false)
    setMarked(-1)
  }

  function choose(index: number) {
    const words = typed.trim()
    const suggestion =
      suggestions[index] ?? (words === '' ? undefined : ({ kind: 'all', query: words } as const))
    if (suggestion === undefined) return
    recent.remember(suggestion.kind === 'recent' ? suggestion.query : words)
    close()
    // The keyboard of a phone makes room for what was found.
    input.current?.blur()
    goTo(suggestion)
  }

  function press(event: KeyboardEvent) {
    // Keys that an input method uses are not ours.
    if (event.nativeEvent.isComposing) return
    const next = isShown ? markAfterKey(event.key, marked, suggestions.length) : undefined
    if (next !== undefined) {
      event.preventDefault()
      setMarked(next)
    } else if (event.key === 'ArrowDown') setOpen(true)
    else if (event.key === 'Enter') {
      event.preventDefault()
      choose(marked)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (isShown) close()
      else if (typed !== '') set('')
      else input.current?.blur()
    }
  }

  return (
    <search
      aria-label={t('search.title')}
      className={shape === 'header' ? 'relative w-full max-w-xl' : 'contents'}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <div className={classNames('relative', shape === 'page' && 'shrink-0 px-4 pt-3 pb-2')}>
        <Search
          aria-hidden="true"
          className={classNames(
            'pointer-events-none absolute top-1/2 size-4.5 -translate-y-1/2 text-muted',
            shape === 'header' ? 'start-3' : 'start-7.5 mt-0.5',
          )}
          strokeWidth={1.75}
        />
        <input
          {...field}
          ref={input}
          role="combobox"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label={t('search.label')}
          aria-expanded={isShown}
          aria-controls={isShown && suggestions.length > 0 ? `${id}list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={marked === -1 ? undefined : optionId(marked)}
          aria-keyshortcuts={shape === 'header' ? '/' : undefined}
          placeholder={t('search.label')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            field.onChange(event)
            setOpen(true)
            setMarked(-1)
          }}
          onKeyDown={press}
          className="h-9 w-full rounded-md border border-line bg-surface ps-10 pe-10 text-base outline-none transition-[border-color,box-shadow] duration-[120ms] placeholder:text-muted focus:border-accent focus:ring-3 focus:ring-accent/20 max-md:h-11 pointer-coarse:h-11 pointer-coarse:text-[1rem]"
        />
        <div
          className={classNames(
            'absolute inset-y-0 flex items-center',
            shape === 'header' ? 'end-1' : 'end-4.5 pt-1',
          )}
        >
          {typed !== '' ? (
            <IconButton
              icon={X}
              small
              label={t('search.clear')}
              onClick={() => {
                set('')
                input.current?.focus()
              }}
            />
          ) : shape === 'header' ? (
            <span
              aria-hidden="true"
              className="me-1.5 grid h-5 min-w-5 place-items-center rounded-[6px] border border-line bg-canvas px-1 font-sans text-xs text-muted pointer-coarse:hidden"
            >
              /
            </span>
          ) : null}
        </div>
      </div>
      {isShown && Panel ? (
        <Panel
          shape={shape}
          listId={`${id}list`}
          optionId={optionId}
          query={query}
          suggestions={suggestions}
          marked={marked}
          state={isError ? 'failed' : hits === undefined ? 'waiting' : 'found'}
          isNothing={isSettled && hits?.length === 0}
          onChoose={choose}
          onForget={recent.forget}
        />
      ) : null}
    </search>
  )
}
