import type { Writer } from '../../db/database.ts'
import type { NodeMarkRow } from '../../db/tables.ts'

export async function saveStar(
  writer: Writer,
  { drive_id, node_id, person_sub }: Pick<NodeMarkRow, 'drive_id' | 'node_id' | 'person_sub'>,
  starred_at: number | null,
): Promise<void> {
  await writer
    .insertInto('node_marks')
    .values({ drive_id, node_id, person_sub, starred_at })
    .onConflict((conflict) =>
      conflict.columns(['drive_id', 'node_id', 'person_sub']).doUpdateSet({ starred_at }),
    )
    .execute()
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
    .columns(['drive_id', 'node_id', 'person_sub', 'starred_at'])
    .expression((query) =>
      query
        .selectFrom('node_marks')
        .select((mark) => ['drive_id', 'node_id', mark.val(to).as('person_sub'), 'starred_at'])
        .where('person_sub', '=', from),
    )
    .onConflict((conflict) => conflict.columns(['drive_id', 'node_id', 'person_sub']).doNothing())
    .execute()
  await deleteMarksOf(writer, from)
}
