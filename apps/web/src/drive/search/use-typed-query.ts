import { type ChangeEvent, type CompositionEvent, useEffect, useState } from 'react'
import { isSearchable } from './composition.ts'

/** Long enough that a quick typist asks once, short enough that nobody waits for it. */
const CALM_MS = 120

/** What stands in a search field, and what is to be looked for: a moment later, and never half a word of an input method. */
export function useTypedQuery(initial: string) {
  const [typed, setTyped] = useState(initial)
  const [wanted, setWanted] = useState(initial)
  const [query, setQuery] = useState(initial)
  useEffect(() => {
    if (wanted === query) return
    const timer = setTimeout(() => setQuery(wanted), CALM_MS)
    return () => clearTimeout(timer)
  }, [wanted, query])

  return {
    typed,
    query: query.trim(),
    /** At once, because it was not typed. */
    set(text: string) {
      setTyped(text)
      setWanted(text)
      setQuery(text)
    },
    field: {
      value: typed,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const { value } = event.target
        setTyped(value)
        const { isComposing, data } = event.nativeEvent as InputEvent
        if (!isComposing || isSearchable(data ?? '')) setWanted(value)
      },
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) =>
        setWanted(event.currentTarget.value),
    },
  }
}
