import type { Writer } from '../../db/database.ts'
import type { ChangeRow } from '../../db/tables.ts'

export async function insertChanges(writer: Writer, rows: readonly ChangeRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    await writer
      .insertInto('changes')
      .values(rows.slice(at, at + BATCH))
      .execute()
  }
}

const BATCH = 500

export async function raiseSeq(writer: Writer, driveId: string, seq: number): Promise<void> {
  await writer.updateTable('drives').set({ seq }).where('id', '=', driveId).execute()
}
