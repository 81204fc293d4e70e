import type { Reader, Writer } from '../../db/database.ts'
import type { GrantRow, LinkRow, LinkVisitorRow } from '../../db/tables.ts'
import type { TimeKey } from '../time-token.ts'

/** A link with the grant that it belongs to. */
export type FoundLink = LinkRow & Omit<GrantRow, 'id'>

export async function insertLink(writer: Writer, row: LinkRow): Promise<void> {
  await writer.insertInto('links').values(row).execute()
}

export async function updateLinkRow(
  writer: Writer,
  { drive_id, grant_id }: Pick<LinkRow, 'drive_id' | 'grant_id'>,
  set: Partial<LinkRow>,
): Promise<void> {
  await writer
    .updateTable('links')
    .set(set)
    .where('drive_id', '=', drive_id)
    .where('grant_id', '=', grant_id)
    .execute()
}

/** Of all drives: a visitor knows nothing but the token. */
export function findLinkByToken(reader: Reader, tokenHash: string): Promise<FoundLink | undefined> {
  return linksQuery(reader).where('token_hash', '=', tokenHash).executeTakeFirst()
}

export function findLink(
  reader: Reader,
  driveId: string,
  grantId: string,
): Promise<FoundLink | undefined> {
  return linksQuery(reader)
    .where('links.drive_id', '=', driveId)
    .where('links.grant_id', '=', grantId)
    .executeTakeFirst()
}

/** What a call with the same key has made. */
export function findLinkByPrefix(
  reader: Reader,
  driveId: string,
  prefix: string,
): Promise<FoundLink | undefined> {
  return linksQuery(reader)
    .where('links.drive_id', '=', driveId)
    .where('links.grant_id', '>=', prefix)
    .where('links.grant_id', '<', `${prefix}~`)
    .executeTakeFirst()
}

export function listLinksOn(reader: Reader, driveId: string, nodeId: string): Promise<FoundLink[]> {
  return linksQuery(reader)
    .where('grants.drive_id', '=', driveId)
    .where('grants.node_id', '=', nodeId)
    .orderBy('grants.id')
    .execute()
}

/** Of all drives, the newest first. */
export function listLinksBy(
  reader: Reader,
  sub: string,
  { after, limit }: { after: TimeKey | undefined; limit: number },
): Promise<FoundLink[]> {
  return linksQuery(reader)
    .where('grants.created_by', '=', sub)
    .$if(after !== undefined, (query) =>
      query.where((grant) =>
        grant(
          grant.refTuple('grants.created_at', 'grants.id'),
          '<',
          grant.tuple(after?.at ?? 0, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('grants.created_at', 'desc')
    .orderBy('grants.id', 'desc')
    .limit(limit)
    .execute()
}

function linksQuery(reader: Reader) {
  return reader
    .selectFrom('grants')
    .innerJoin('links', (join) =>
      join
        .onRef('links.drive_id', '=', 'grants.drive_id')
        .onRef('links.grant_id', '=', 'grants.id'),
    )
    .selectAll('links')
    .select([
      'grants.node_id',
      'grants.grantee',
      'grants.role',
      'grants.created_by',
      'grants.created_at',
      'grants.expires_at',
      'grants.epoch',
      'grants.note',
    ])
}

export async function saveVisitor(writer: Writer, row: LinkVisitorRow): Promise<void> {
  const { name, seen_at } = row
  await writer
    .insertInto('link_visitors')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['drive_id', 'grant_id', 'visitor_id']).doUpdateSet({ name, seen_at }),
    )
    .execute()
}

export function findVisitor(
  reader: Reader,
  { drive_id, grant_id, visitor_id }: Pick<LinkVisitorRow, 'drive_id' | 'grant_id' | 'visitor_id'>,
): Promise<LinkVisitorRow | undefined> {
  return reader
    .selectFrom('link_visitors')
    .selectAll()
    .where('drive_id', '=', drive_id)
    .where('grant_id', '=', grant_id)
    .where('visitor_id', '=', visitor_id)
    .executeTakeFirst()
}

/** Those who came signed in, by any link. */
export async function deleteVisitorsOf(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('link_visitors').where('sub', '=', sub).execute()
}

export async function handOverVisitors(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer.updateTable('link_visitors').set({ sub: to }).where('sub', '=', from).execute()
}
