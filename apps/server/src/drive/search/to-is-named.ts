import type { NodeRow } from '../../db/tables.ts'
import { toSearchName } from '../nodes/search-name.ts'
import { matchName, toSearchQuery } from './search-query.ts'

type Named = Pick<NodeRow, 'kind' | 'name' | 'search_name'>

/** Whether a name has all the words that somebody typed, as a search compares them; undefined where all names are meant. */
export function toIsNamed(words: string): ((node: Named) => boolean) | undefined {
  if (words.trim() === '') return undefined
  const query = toSearchQuery(words)
  // Signs alone are in no name as names are compared.
  if (!query) return () => false
  return ({ kind, name, search_name }) =>
    matchName({ search_name: search_name ?? toSearchName(kind, name) }, query) !== undefined
}
