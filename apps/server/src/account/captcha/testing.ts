import type { Database } from '../../db/database.ts'

/** More failed sign-ins of strangers, without the captchas that they would have to solve. */
export async function addFailedSignIns(db: Database, count: number): Promise<void> {
  await db.write((writer) =>
    writer
      .updateTable('rate_limits')
      .set((eb) => ({ points: eb('points', '+', count) }))
      .where('key', 'like', 'signin:account:%')
      .execute(),
  )
}
