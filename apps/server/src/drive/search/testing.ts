import { termsOf } from '../nodes/search-name.ts'
import type { TestDrive } from '../testing.ts'

/** Terms whose node is gone or has another name, and names without their terms. */
export async function orphanedTerms({ db }: Pick<TestDrive, 'db'>): Promise<string[]> {
  const { nodes, terms } = await db.read(async (reader) => ({
    nodes: await reader.selectFrom('nodes').selectAll().execute(),
    terms: await reader.selectFrom('name_terms').selectAll().execute(),
  }))
  const toKey = (driveId: string, id: string, term: string, at: number) =>
    `${driveId} ${id} ${at} ${term}`
  const meant = nodes.flatMap(({ drive_id, id, search_name, touched_at }) =>
    termsOf(search_name ?? '').map((term) => toKey(drive_id, id, term, touched_at)),
  )
  const held = terms.map(({ drive_id, node_id, term, touched_at }) =>
    toKey(drive_id, node_id, term, touched_at),
  )
  const wanted = new Set(meant)
  const found = new Set(held)
  return [...held.filter((key) => !wanted.has(key)), ...meant.filter((key) => !found.has(key))]
}
