import type { Reader } from '../../db/database.ts'

/** Who is deleted within a span of time, page by page. */
export async function selectDeletedWithin(
  reader: Reader,
  { fromMs, toMs, after, limit }: { fromMs: number; toMs: number; after: string; limit: number },
): Promise<{ sub: string }[]> {
  return reader
    .selectFrom('users')
    .select('sub')
    .where('deletion_due_at', '>', fromMs)
    .where('deletion_due_at', '<=', toMs)
    .where('status', '=', 'DELETING')
    .where('sub', '>', after)
    .orderBy('sub')
    .limit(limit)
    .execute()
}
