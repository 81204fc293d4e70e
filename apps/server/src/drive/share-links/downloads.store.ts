import type { Reader, Writer } from '../../db/database.ts'
import type { LinkDownloadRow, LinkRow } from '../../db/tables.ts'

/** How many downloads of each link were completed, by the id of its grant; none where there were none. */
export async function countCompleted(
  reader: Reader,
  links: readonly Pick<LinkRow, 'drive_id' | 'grant_id'>[],
): Promise<Map<string, number>> {
  if (links.length === 0) return new Map()
  const rows = await reader
    .selectFrom('link_downloads')
    .select(['grant_id', (row) => row.fn.countAll<number>().as('count')])
    .where('drive_id', 'in', [...new Set(links.map(({ drive_id }) => drive_id))])
    .where(
      'grant_id',
      'in',
      links.map(({ grant_id }) => grant_id),
    )
    .where('completed_at', 'is not', null)
    .groupBy('grant_id')
    .execute()
  return new Map(rows.map(({ grant_id, count }) => [grant_id, Number(count)]))
}

type DownloadKey = Omit<LinkDownloadRow, 'held_until' | 'completed_at'>

/** The limit of a link, whose row stays locked: those who take a place wait for each other. */
export async function lockLimit(
  writer: Writer,
  { drive_id, grant_id }: DownloadKey,
): Promise<{ download_limit: number | null } | undefined> {
  return writer
    .updateTable('links')
    .set((link) => ({ download_limit: link.ref('download_limit') }))
    .where('drive_id', '=', drive_id)
    .where('grant_id', '=', grant_id)
    .returning('download_limit')
    .executeTakeFirst()
}

/** Places that are taken: by what was completed, and by what may still be. */
export async function countTaken(
  reader: Reader,
  { drive_id, grant_id }: DownloadKey,
  now: number,
): Promise<number> {
  const { count } = await reader
    .selectFrom('link_downloads')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('drive_id', '=', drive_id)
    .where('grant_id', '=', grant_id)
    .where((row) => row.or([row('completed_at', 'is not', null), row('held_until', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function findDownload(
  reader: Reader,
  key: DownloadKey,
): Promise<LinkDownloadRow | undefined> {
  return reader
    .selectFrom('link_downloads')
    .selectAll()
    .where('drive_id', '=', key.drive_id)
    .where('grant_id', '=', key.grant_id)
    .where('visitor_id', '=', key.visitor_id)
    .where('item', '=', key.item)
    .executeTakeFirst()
}

export async function saveHold(
  writer: Writer,
  key: DownloadKey,
  held_until: number,
): Promise<void> {
  await writer
    .insertInto('link_downloads')
    .values({ ...key, held_until, completed_at: null })
    .onConflict((conflict) =>
      conflict.columns(['drive_id', 'grant_id', 'visitor_id', 'item']).doUpdateSet({ held_until }),
    )
    .execute()
}

/** A link that was revoked meanwhile has none. */
export async function updateDownload(
  writer: Writer,
  key: DownloadKey,
  set: Partial<Pick<LinkDownloadRow, 'held_until' | 'completed_at'>>,
): Promise<void> {
  await writer
    .updateTable('link_downloads')
    .set(set)
    .where('drive_id', '=', key.drive_id)
    .where('grant_id', '=', key.grant_id)
    .where('visitor_id', '=', key.visitor_id)
    .where('item', '=', key.item)
    .where('completed_at', 'is', null)
    .execute()
}
