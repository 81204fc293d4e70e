import type { Change } from '@awan/protocol/drive'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Figures over the whole drive: any change may be one of theirs. */
const OVERALL = new Set<unknown>(['about', 'tags'])

/** What was asked for once and told of one of these, or of a folder that they are or were in, is asked for again. */
export function invalidateChanged(queries: QueryClient, changes: readonly Change[]): Promise<void> {
  const touched = new Set<unknown>()
  for (const { id, file } of changes) {
    touched.add(id)
    if (file?.parent_id) touched.add(file.parent_id)
  }
  return queries.invalidateQueries({
    predicate: (query) =>
      query.queryKey[0] === 'drive' &&
      (OVERALL.has(query.queryKey[1]) ||
        query.queryKey.some((part) => touched.has(part)) ||
        idsToldBy(query).some((id) => touched.has(id))),
  })
}

/** The folders above what was told, and what was told of a list: a new name of theirs shows there. */
function idsToldBy(query: Query): string[] {
  const data = query.state.data as Told | undefined
  if (typeof data !== 'object' || data === null) return []
  const listed = data.pages?.flatMap(({ files = [] }) => files) ?? []
  return [...(data.ancestors ?? []), ...listed].map(({ id }) => id)
}

interface Told {
  ancestors?: { id: string }[]
  pages?: { files?: { id: string }[] }[]
}
