import { type ExpressionBuilder, sql } from 'kysely'
import { peopleQuery } from '../../account/index.ts'
import { contains } from '../../db/contains.ts'
import type { Database, Reader, Writer } from '../../db/database.ts'
import { createPreparedQuery } from '../../db/prepared-query.ts'
import type { GrantRow, LinkRow, LinkVisitorRow, Tables } from '../../db/tables.ts'
import { LINK_COLUMNS } from '../access/link-columns.ts'
import type { TimeKey } from '../time-token.ts'

/** A link with the grant that it belongs to. */
export type FoundLink = LinkRow & Omit<GrantRow, 'id'>

/** A link with the owner of what it opens. */
/** The name is that of a team drive, which has no owner. */
export type OwnedLink = FoundLink & { owner_sub: string; drive_name: string | null }

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
export function findLinkByToken(
  db: Pick<Database, 'readOne'>,
  tokenHash: string,
): Promise<FoundLink | undefined> {
  return db.readOne(linkByToken, { tokenHash })
}

/** Whoever opens a link begins with it. */
const linkByToken = createPreparedQuery('link_by_token', ['tokenHash'], (reader, { tokenHash }) =>
  linksQuery(reader).where('token_hash', '=', tokenHash),
)

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
    .$if(after !== undefined, (query) => query.where(olderThan(after)))
    .orderBy('grants.created_at', 'desc')
    .orderBy('grants.id', 'desc')
    .limit(limit)
    .execute()
}

export interface ServerLinkFilter {
  /** Of one address. */
  tokenHash?: string | undefined
  /** A part of the label, or of the name, user name or address of the owner or creator. */
  words?: string | undefined
  withoutPassword: boolean
  withoutEnd: boolean
  after: TimeKey | undefined
  limit: number
}

/** Of everybody, the newest first. */
export function listAllLinks(reader: Reader, filter: ServerLinkFilter): Promise<OwnedLink[]> {
  const { tokenHash, words, withoutPassword, withoutEnd, after, limit } = filter
  return linksQuery(reader)
    .innerJoin('drives', 'drives.id', 'grants.drive_id')
    .select(['drives.owner_sub', 'drives.name as drive_name'])
    .$if(tokenHash !== undefined, (query) => query.where('token_hash', '=', tokenHash ?? ''))
    .$if(words !== undefined, (query) => {
      const subs = peopleCalled(reader, words ?? '')
      return query.where((link) =>
        link.or([
          contains(sql`lower(links.label)`, (words ?? '').toLowerCase()),
          contains(sql`lower(drives.name)`, (words ?? '').toLowerCase()),
          link('drives.owner_sub', 'in', subs),
          link('grants.created_by', 'in', subs),
        ]),
      )
    })
    .$if(withoutPassword, (query) => query.where('password_hash', 'is', null))
    .$if(withoutEnd, (query) => query.where('grants.expires_at', 'is', null))
    .$if(after !== undefined, (query) => query.where(olderThan(after)))
    .orderBy('grants.created_at', 'desc')
    .orderBy('grants.id', 'desc')
    .limit(limit)
    .execute()
}

/** One node with a link of each drive that has any. */
export function listLinkedNodes(reader: Reader): Promise<{ drive_id: string; node_id: string }[]> {
  return reader
    .selectFrom('grants')
    .select((grant) => ['drive_id', grant.fn.min('node_id').as('node_id')])
    .where('grantee', '=', 'link')
    .groupBy('drive_id')
    .execute()
}

function peopleCalled(reader: Reader, words: string) {
  const folded = words.toLowerCase()
  return reader
    .selectFrom(peopleQuery(reader).as('people'))
    .select('people.sub')
    .where((person) =>
      person.or([
        contains(sql`lower(people.name)`, folded),
        contains(sql`people.username`, folded),
        contains(sql`people.email`, folded),
      ]),
    )
}

function olderThan(after: TimeKey | undefined) {
  return (grant: ExpressionBuilder<Tables, 'grants'>) =>
    grant(
      grant.refTuple('grants.created_at', 'grants.id'),
      '<',
      grant.tuple(after?.at ?? 0, after?.id ?? ''),
    )
}

function linksQuery(reader: Reader) {
  return reader
    .selectFrom('grants')
    .innerJoin('links', (join) =>
      join
        .onRef('links.drive_id', '=', 'grants.drive_id')
        .onRef('links.grant_id', '=', 'grants.id'),
    )
    .select(LINK_COLUMNS)
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
  const { name, email, seen_at } = row
  await writer
    .insertInto('link_visitors')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['drive_id', 'grant_id', 'visitor_id'])
        .doUpdateSet({ name, email, seen_at }),
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
