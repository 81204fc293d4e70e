import type { Reader, Writer } from '../../db/database.ts'
import type { NodeMarkRow } from '../../db/tables.ts'

export type MarkKey = Pick<NodeMarkRow, 'drive_id' | 'node_id' | 'person_sub'>

export async function saveMark(
  writer: Writer,
  key: MarkKey,
  mark: Pick<NodeMarkRow, 'starred_at'> | Pick<NodeMarkRow, 'opened_at'>,
): Promise<void> {
  await writer
    .insertInto('node_marks')
    .values({ starred_at: null, opened_at: null, ...key, ...mark })
    .onConflict((conflict) =>
      conflict.columns(['drive_id', 'node_id', 'person_sub']).doUpdateSet(mark),
    )
    .execute()
}

/** Null where they never opened it. */
export async function findOpenedAt(
  reader: Reader,
  { drive_id, node_id, person_sub }: MarkKey,
): Promise<number | null> {
  const mark = await reader
    .selectFrom('node_marks')
    .select('opened_at')
    .where('drive_id', '=', drive_id)
    .where('node_id', '=', node_id)
    .where('person_sub', '=', person_sub)
    .executeTakeFirst()
  return mark?.opened_at ?? null
}

/** Those of some nodes that anybody has opened. */
export async function findOpened(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<Set<string>> {
  if (nodeIds.length === 0) return new Set()
  const marks = await reader
    .selectFrom('node_marks')
    .select('node_id')
    .distinct()
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .where('opened_at', 'is not', null)
    .execute()
  return new Set(marks.map(({ node_id }) => node_id))
}

/** Everybody's. */
export async function deleteMarksOn(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  if (nodeIds.length === 0) return
  await writer
    .deleteFrom('node_marks')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .execute()
}

/** One person's, in every drive. */
export async function deleteMarksOf(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('node_marks').where('person_sub', '=', sub).execute()
}

/** One person's become another's; where both marked the same node, the other's stay. */
export async function handOverMarks(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer
    .insertInto('node_marks')
    .columns(['drive_id', 'node_id', 'person_sub', 'starred_at', 'opened_at'])
    .expression((query) =>
      query
        .selectFrom('node_marks')
        .select((mark) => [
          'drive_id',
          'node_id',
          mark.val(to).as('person_sub'),
          'starred_at',
          'opened_at',
        ])
        .where('person_sub', '=', from),
    )
    .onConflict((conflict) => conflict.columns(['drive_id', 'node_id', 'person_sub']).doNothing())
    .execute()
  await deleteMarksOf(writer, from)
}
