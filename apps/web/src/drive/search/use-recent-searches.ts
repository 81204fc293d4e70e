import { useState } from 'react'
import { useSub } from '../../session/ClientProvider.tsx'
import { createRecentSearches } from './recent-searches.ts'

/** The last searches of whoever is signed in. */
export function useRecentSearches() {
  const sub = useSub()
  const searches = createRecentSearches(sub, () => localStorage)
  const [all, setAll] = useState(() => searches.all())
  return {
    all,
    remember(query: string) {
      searches.remember(query)
      setAll(searches.all())
    },
    forget() {
      searches.forget()
      setAll([])
    },
  }
}
