import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import { usePart } from '../../ui/use-part.ts'
import { SuggestionRow } from './SuggestionRow.tsx'
import type { Suggestion } from './suggestion.ts'

const saved = lazyPart(() => import('./SavedLinks.tsx').then((part) => part.SavedLinks))

const shapes = {
  header:
    'absolute inset-x-0 top-full z-40 mt-2 max-h-[min(34rem,calc(100dvh-5rem))] rounded-md border border-line bg-raised p-1.5 shadow-float animate-pop',
  // Over what was found before, which is there again when nobody types.
  page: 'absolute inset-x-0 top-16 bottom-0 z-20 bg-surface px-2 pb-4',
} as const

/** What the field offers: the last searches before anything is typed, then the best hits. */
export function SuggestionPanel({
  shape,
  listId,
  optionId,
  query,
  suggestions,
  marked,
  state,
  isNothing,
  onChoose,
  onForget,
}: {
  shape: keyof typeof shapes
  listId: string
  optionId: (index: number) => string
  query: string
  suggestions: readonly Suggestion[]
  marked: number
  state: 'waiting' | 'failed' | 'found'
  /** Whether the search has answered, and has found nothing. */
  isNothing: boolean
  onChoose: (index: number) => void
  onForget: () => void
}) {
  const t = useTexts()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  const isRecent = query === ''
  const { need } = useLanguage()
  const [withTexts] = useState(() => ({
    ...saved,
    load: () => need('drive-results').then(() => saved.load()),
    // Another page may have shown it in another language.
    here: () => undefined,
  }))
  const Saved = usePart(withTexts, { isWanted: isRecent })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press here does not take the focus from the field
    <div
      className={classNames('overflow-y-auto overscroll-contain', shapes[shape])}
      onMouseDown={(event) => event.preventDefault()}
    >
      {isRecent ? (
        <div className="flex items-center justify-between ps-2.5 text-xs font-medium text-muted">
          {t('search.recent')}
          <Button look="plain" size="small" onClick={onForget}>
            {t('search.recent.forget')}
          </Button>
        </div>
      ) : state === 'waiting' ? (
        <div className="px-2.5">
          <RowSkeletons count={3} />
        </div>
      ) : state === 'failed' ? (
        <Told title={t('search.failed')} hint={t('error.load.hint')} />
      ) : isNothing ? (
        <Told title={t('search.none', { query })} hint={t('search.none.hint')} />
      ) : null}
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t(isRecent ? 'search.recent' : 'search.suggestions')}
      >
        {suggestions.map((suggestion, index) => (
          <SuggestionRow
            key={keyOf(suggestion)}
            id={optionId(index)}
            suggestion={suggestion}
            isMarked={index === marked}
            onChoose={() => onChoose(index)}
          />
        ))}
      </div>
      {isRecent && Saved ? <Saved /> : null}
    </div>
  )
}

function Told({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="px-2.5 py-3">
      <p className="font-medium break-words">{title}</p>
      <p className="mt-0.5 text-muted">{hint}</p>
    </div>
  )
}

function keyOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'hit') return suggestion.hit.file.id
  return suggestion.kind === 'recent' ? `recent ${suggestion.query}` : suggestion.kind
}
