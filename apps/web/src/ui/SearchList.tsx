import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { inputClass } from './TextField.tsx'

export interface SearchItem {
  value: string
  label: string
  /** Said and shown after the label. */
  detail?: string
}

/**
 * A long list with a field that narrows it. The focus stays in the field; arrows move through the list
 * and Enter takes what is marked (the combobox pattern of ARIA).
 */
export function SearchList({
  searchLabel,
  listLabel,
  emptyText,
  items,
  value,
  query,
  onQuery,
  onChoose,
}: {
  searchLabel: string
  listLabel: string
  emptyText: string
  items: readonly SearchItem[]
  /** What is chosen; several where it is a list. */
  value: string | readonly string[]
  query: string
  onQuery: (query: string) => void
  onChoose: (value: string) => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const isChosen = (item: SearchItem) =>
    typeof value === 'string' ? item.value === value : value.includes(item.value)
  const chosen = typeof value === 'string' ? items.findIndex(isChosen) : -1
  const [moved, setMoved] = useState<number>()
  const marked = Math.min(moved ?? Math.max(chosen, 0), items.length - 1)
  const optionId = (index: number) => `${id}option${index}`

  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' })
  }, [marked])

  function press(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setMoved(Math.max(0, Math.min(items.length - 1, marked + step)))
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const item = items[marked]
      if (item) onChoose(item.value)
    }
  }

  return (
    <div className="flex min-h-0 flex-col gap-2">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute start-3.5 top-1/2 size-4 -translate-y-1/2 text-muted"
          strokeWidth={1.75}
        />
        <input
          role="combobox"
          aria-label={searchLabel}
          aria-expanded={items.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={items.length === 0 ? undefined : optionId(marked)}
          placeholder={searchLabel}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          // biome-ignore lint/a11y/noAutofocus: who opened the list came to search it
          autoFocus
          value={query}
          onChange={(event) => {
            onQuery(event.target.value)
            setMoved(0)
          }}
          onKeyDown={press}
          className={classNames(inputClass, 'border-line-strong ps-10')}
        />
      </div>
      <div
        id={`${id}list`}
        ref={list}
        role="listbox"
        aria-label={listLabel}
        aria-multiselectable={typeof value !== 'string'}
        className="h-[min(22rem,52dvh)] overflow-y-auto overscroll-contain"
      >
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          <div
            key={item.value}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(item)}
            onClick={() => onChoose(item.value)}
            className={classNames(
              'flex min-h-10 scroll-my-1 items-center gap-3 rounded-sm px-2.5 pointer-coarse:min-h-11 hover:bg-sunken',
              index === marked && 'bg-sunken',
            )}
          >
            <span className="min-w-0 flex-1 break-words">{item.label}</span>
            {item.detail === undefined ? null : (
              <span className="shrink-0 text-muted tabular-nums">{item.detail}</span>
            )}
            <Check
              aria-hidden="true"
              className={classNames('size-4 text-accent', !isChosen(item) && 'invisible')}
              strokeWidth={2}
            />
          </div>
        ))}
      </div>
      <p role="status" className={items.length > 0 ? 'sr-only' : 'pb-2 text-center text-muted'}>
        {items.length === 0 ? emptyText : ''}
      </p>
    </div>
  )
}
