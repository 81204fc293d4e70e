/** What somebody looked for last, kept in this browser only. */
export interface RecentSearches {
  all(): readonly string[]
  remember(query: string): void
  forget(): void
}

type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEPT = 6

/** Each person has their own. Without storage, or with one that is full, nothing is kept. */
export function createRecentSearches(
  sub: string | undefined,
  storage: () => TextStore,
): RecentSearches {
  const key = `awan.searches.${sub}`

  function all(): string[] {
    try {
      const kept: unknown = JSON.parse(storage().getItem(key) ?? '[]')
      if (!Array.isArray(kept)) return []
      return kept.filter((query) => typeof query === 'string').slice(0, KEPT)
    } catch {
      return []
    }
  }

  return {
    all,
    remember(query) {
      const wanted = query.trim()
      if (wanted === '') return
      const others = all().filter((known) => known !== wanted)
      try {
        storage().setItem(key, JSON.stringify([wanted, ...others].slice(0, KEPT)))
      } catch {
        // Not being able to keep it is no reason not to search.
      }
    },
    forget() {
      try {
        storage().removeItem(key)
      } catch {
        // What cannot be reached was never kept.
      }
    },
  }
}
