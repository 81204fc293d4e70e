import { ROOT_ID } from '@awan/protocol'
import type { Change } from '@awan/protocol/drive'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Figures over the whole drive: any change may be one of theirs. */
const overall = new Set<unknown>(['about', 'activity', 'tags', 'broken'])

/** How queries about shortcuts begin, after that of the drive: any change may be one of their targets. */
export const BROKEN = 'broken'

/** What was asked for once and told of one of these, or of a folder that they are in, is asked for again. */
export function invalidateChanged(queries: QueryClient, changes: readonly Change[]): Promise<void> {
  const all = touchedBy(changes)
  const folders = touchedBy(changes.filter(({ file }) => file?.kind !== 'file'))
  // The top folder is asked for by another name than its id, which is that of none but itself.
  if (folders.size > 0) folders.add(ROOT_ID)
  return queries.invalidateQueries({
    predicate: (query) => {
      const [about, what, ...rest] = query.queryKey
      if (about !== 'drive' || overall.has(what)) return false
      const touched = what === 'tree' ? folders : all
      return [...rest, ...idsToldBy(query)].some((id) => touched.has(id))
    },
  })
}

export function invalidateOverall(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [about, what] }) =>
      about === SHARED || (about === 'drive' && overall.has(what)),
  })
}

/** How queries about what is shared begin: any change may end a share, or give it another name. */
export const SHARED = 'shared'

function touchedBy(changes: readonly Change[]): Set<unknown> {
  return new Set(changes.flatMap(({ id, file }) => [id, file?.parent_id ?? id]))
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
