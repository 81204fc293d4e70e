import type { Reader, Writer } from '../../db/database.ts'
import type { SavedSearchRow } from '../../db/tables.ts'

type Key = Pick<SavedSearchRow, 'person_sub' | 'id'>

export function selectSavedSearches(reader: Reader, sub: string): Promise<SavedSearchRow[]> {
  return reader
    .selectFrom('saved_searches')
    .selectAll()
    .where('person_sub', '=', sub)
    .orderBy('id')
    .execute()
}

export async function countSavedSearches(reader: Reader, sub: string): Promise<number> {
  const row = await reader
    .selectFrom('saved_searches')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('person_sub', '=', sub)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertSavedSearch(writer: Writer, row: SavedSearchRow): Promise<void> {
  await writer.insertInto('saved_searches').values(row).execute()
}

export function updateSavedSearch(
  writer: Writer,
  { person_sub, id }: Key,
  change: Partial<Pick<SavedSearchRow, 'name' | 'query'>>,
): Promise<SavedSearchRow | undefined> {
  return (
    writer
      .updateTable('saved_searches')
      // Who changes nothing is told what there is.
      .set((row) => ({ name: row.ref('name'), ...change }))
      .where('person_sub', '=', person_sub)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  )
}

export async function deleteSavedSearch(writer: Writer, { person_sub, id }: Key): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('saved_searches')
    .where('person_sub', '=', person_sub)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteSavedSearchesOf(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('saved_searches').where('person_sub', '=', sub).execute()
}

/** Ids are by chance and time: none of them is one of the other person's. */
export async function handOverSavedSearches(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer
    .updateTable('saved_searches')
    .set({ person_sub: to })
    .where('person_sub', '=', from)
    .execute()
}
