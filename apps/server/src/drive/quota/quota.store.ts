import type { Writer } from '../../db/database.ts'

export async function subtractUsage(writer: Writer, driveId: string, bytes: number): Promise<void> {
  await writer
    .updateTable('drives')
    .set((drive) => ({ used_bytes: drive('used_bytes', '-', bytes) }))
    .where('id', '=', driveId)
    .execute()
}

/** False when there is no room; the condition is part of the update, so parallel callers cannot both win. */
export async function addUsage(writer: Writer, driveId: string, bytes: number): Promise<boolean> {
  const updated = await writer
    .updateTable('drives')
    .set((drive) => ({ used_bytes: drive('used_bytes', '+', bytes) }))
    .where('id', '=', driveId)
    .where((drive) =>
      drive.or([
        drive('quota_bytes', 'is', null),
        drive(drive('used_bytes', '+', bytes), '<=', drive.ref('quota_bytes')),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
