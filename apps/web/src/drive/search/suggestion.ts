import type { SearchHit } from '@awan/protocol/drive'

/** What the field offers below itself. */
export type Suggestion =
  | { kind: 'recent'; query: string }
  | { kind: 'hit'; hit: SearchHit }
  | { kind: 'all'; query: string }
  | { kind: 'inside'; query: string; folder: { id: string; name: string } }

export function suggestionsFor({
  query,
  hits,
  recent,
  folder,
}: {
  query: string
  hits: readonly SearchHit[] | undefined
  recent: readonly string[]
  /** Where somebody is, if that is not the whole drive. */
  folder: { id: string; name: string } | undefined
}): Suggestion[] {
  if (query === '') return recent.map((query) => ({ kind: 'recent', query }))
  return [
    ...(hits ?? []).map((hit) => ({ kind: 'hit', hit }) as const),
    { kind: 'all', query },
    ...(folder === undefined ? [] : [{ kind: 'inside', query, folder } as const]),
  ]
}

/** Which one a key leads to, round and round; -1 is the field itself. Undefined when the key is not ours. */
export function markAfterKey(key: string, marked: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return marked + 1 < count ? marked + 1 : -1
  if (key === 'ArrowUp') return marked === -1 ? count - 1 : marked - 1
  return undefined
}
