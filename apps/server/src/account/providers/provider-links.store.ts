import type { Reader, Writer } from '../../db/database.ts'
import type { ProviderLinkRow } from '../../db/tables.ts'

type LinkKey = Pick<ProviderLinkRow, 'provider_id' | 'provider_user_id'>

export async function selectLink(
  reader: Reader,
  key: LinkKey,
): Promise<ProviderLinkRow | undefined> {
  return reader
    .selectFrom('provider_links')
    .selectAll()
    .where('provider_id', '=', key.provider_id)
    .where('provider_user_id', '=', key.provider_user_id)
    .executeTakeFirst()
}

/** Accounts at third parties, for a query that goes on from here. */
export function linksQuery(reader: Reader) {
  return reader
    .selectFrom('provider_links')
    .select(['provider_id', 'provider_user_id', 'sub', 'name', 'created_at'])
}

export async function selectLinksOf(reader: Reader, sub: string): Promise<ProviderLinkRow[]> {
  return reader
    .selectFrom('provider_links')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('provider_id')
    .execute()
}

/** False when the account there, or one of the same third party here, is bound already. */
export async function insertLink(writer: Writer, row: ProviderLinkRow): Promise<boolean> {
  const inserted = await writer
    .insertInto('provider_links')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('sub')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteLink(
  writer: Writer,
  { sub, provider_id }: Pick<ProviderLinkRow, 'sub' | 'provider_id'>,
): Promise<ProviderLinkRow | undefined> {
  return writer
    .deleteFrom('provider_links')
    .where('sub', '=', sub)
    .where('provider_id', '=', provider_id)
    .returningAll()
    .executeTakeFirst()
}

/** Of all people; returns whose they were. */
export async function deleteLinksTo(writer: Writer, providerId: string): Promise<string[]> {
  const deleted = await writer
    .deleteFrom('provider_links')
    .where('provider_id', '=', providerId)
    .returning('sub')
    .execute()
  return deleted.map(({ sub }) => sub)
}

/** Undefined when it does not belong to `from` any more. */
export async function moveLink(
  writer: Writer,
  { from, to, ...key }: LinkKey & { from: string; to: string },
): Promise<ProviderLinkRow | undefined> {
  return writer
    .updateTable('provider_links')
    .set({ sub: to })
    .where('provider_id', '=', key.provider_id)
    .where('provider_user_id', '=', key.provider_user_id)
    .where('sub', '=', from)
    .returningAll()
    .executeTakeFirst()
}

export function selectLinksForExport(reader: Reader, sub: string) {
  return reader
    .selectFrom('provider_links')
    .select(['provider_id', 'provider_user_id', 'name', 'created_at'])
    .where('sub', '=', sub)
    .orderBy('provider_id')
    .execute()
}

export async function countLinks(reader: Reader, sub: string): Promise<number> {
  const { n } = await reader
    .selectFrom('provider_links')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sub', '=', sub)
    .executeTakeFirstOrThrow()
  return Number(n)
}
