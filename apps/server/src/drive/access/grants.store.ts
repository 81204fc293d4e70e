import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedListQuery, createPreparedQuery } from '../../db/prepared-query.ts'
import type { GrantRow, NodeRow } from '../../db/tables.ts'
import type { TimeKey } from '../time-token.ts'

/** Every column by its name, for what is built once. */
const GRANT_COLUMNS = [
  'drive_id',
  'id',
  'node_id',
  'grantee',
  'role',
  'created_by',
  'created_at',
  'expires_at',
  'epoch',
  'note',
] as const satisfies (keyof GrantRow)[]

const PLACED_GRANT_COLUMNS = [
  ...GRANT_COLUMNS.map((column) => `grants.${column}` as const),
  'nodes.parent_id',
] as const

export async function insertGrant(writer: Writer, row: GrantRow): Promise<void> {
  await writer.insertInto('grants').values(row).execute()
}

export async function findGrant(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<GrantRow | undefined> {
  const [grant] = await reader.run(grantById, { driveId, id })
  return grant
}

/** Every call of a visitor asks for theirs. */
const grantById = createPreparedQuery('grant_by_id', ['driveId', 'id'], (reader, { driveId, id }) =>
  reader
    .selectFrom('grants')
    .select(GRANT_COLUMNS)
    .where('drive_id', '=', driveId)
    .where('id', '=', id),
)

/** Of any drive. */
export function findGrantByNumber(reader: Reader, number: number): Promise<GrantRow | undefined> {
  return reader.selectFrom('grants').selectAll().where('number', '=', number).executeTakeFirst()
}

/** The numbers of some grants of a drive, null where they have none yet. */
export function listGrantNumbers(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<Pick<GrantRow, 'id' | 'number'>[]> {
  return reader
    .selectFrom('grants')
    .select(['id', 'number'])
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
}

/** Leaves one that another process has given it meanwhile. */
export async function setGrantNumber(
  writer: Writer,
  { drive_id, id }: Pick<GrantRow, 'drive_id' | 'id'>,
  number: number,
): Promise<void> {
  await writer
    .updateTable('grants')
    .set({ number })
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .where('number', 'is', null)
    .execute()
}

/** A grant, with the folder that its node is in. */
export type PlacedGrant = GrantRow & Pick<NodeRow, 'parent_id'>

/** Those of one drive that are for one of these, and not over; in the order of their making. */
export async function listGrantsFor(
  reader: Reader,
  driveId: string,
  grantees: readonly Grantee[],
  now: number,
): Promise<PlacedGrant[]> {
  const grants = await grantsFor(reader, { driveId, now }, grantees.map(toGranteeText))
  // Were the database told to sort, SQLite would go through all grants of the drive by their ids.
  return grants.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Where the nodes are comes with it: to look for hundreds of them by their ids costs more than all the rest. */
const grantsFor = createPreparedListQuery(
  'grants_for',
  ['driveId', 'now'],
  (reader, { driveId, now }, grantees) => grantsForQuery(reader, { driveId, now }, grantees),
)

/** For whoever runs it and for whoever looks at its plan. */
export function grantsForQuery(
  reader: Reader,
  { driveId, now }: { driveId: string; now: number },
  grantees: readonly string[],
) {
  return reader
    .selectFrom('grants')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.id', '=', 'grants.node_id').on('nodes.drive_id', '=', driveId),
    )
    .select(PLACED_GRANT_COLUMNS)
    .where('grants.drive_id', '=', driveId)
    .where('grants.grantee', 'in', grantees)
    .where((grant) =>
      grant.or([grant('grants.expires_at', 'is', null), grant('grants.expires_at', '>', now)]),
    )
}

/** Of all drives: where one of these has been let in. */
export function listReached(
  reader: Reader,
  grantees: readonly Grantee[],
  now: number,
): Promise<{ drive_id: string; whole: number }[]> {
  return reader
    .selectFrom('grants')
    .innerJoin('drives', 'drives.id', 'grants.drive_id')
    .select('grants.drive_id')
    .select((grant) =>
      grant.fn
        .sum<number>(
          grant
            .case()
            .when(
              grant.and([
                grant('grants.node_id', '=', grant.ref('drives.root_id')),
                grant('grants.role', '!=', 'drop'),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('whole'),
    )
    .where('grants.grantee', 'in', grantees.map(toGranteeText))
    .where((grant) =>
      grant.or([grant('grants.expires_at', 'is', null), grant('grants.expires_at', '>', now)]),
    )
    .groupBy('grants.drive_id')
    .orderBy('grants.drive_id')
    .execute()
}

/** In the order of their making. */
export async function listGrantsOn(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<GrantRow[]> {
  const grants = await grantsOn(reader, { driveId }, nodeIds)
  return grants.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const grantsOn = createPreparedListQuery('grants_on', ['driveId'], (reader, { driveId }, nodeIds) =>
  reader
    .selectFrom('grants')
    .select(GRANT_COLUMNS)
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds),
)

/** The nodes of a drive on which there is a grant that is not over. */
export async function listGrantedNodes(
  reader: Reader,
  driveId: string,
  now: number,
): Promise<string[]> {
  const rows = await reader
    .selectFrom('grants')
    .select('node_id')
    .distinct()
    .where('drive_id', '=', driveId)
    .where((grant) => grant.or([grant('expires_at', 'is', null), grant('expires_at', '>', now)]))
    .execute()
  return rows.map(({ node_id }) => node_id)
}

export async function hasGrants(reader: Reader, driveId: string): Promise<boolean> {
  const found = await reader
    .selectFrom('grants')
    .select('id')
    .where('drive_id', '=', driveId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Those of all drives that are for one of these, and not over. */
export function listGrantsOfGrantees(
  reader: Reader,
  grantees: readonly Grantee[],
  { after, limit, now }: { after: TimeKey | undefined; limit: number; now: number },
): Promise<GrantRow[]> {
  return latestFirst(reader, after, limit)
    .where('grantee', 'in', grantees.map(toGranteeText))
    .where((grant) => grant.or([grant('expires_at', 'is', null), grant('expires_at', '>', now)]))
    .execute()
}

/** Those that a person made in any drive, and all of their own drive. */
export function listGrantsOfCreator(
  reader: Reader,
  { sub, driveId }: { sub: string; driveId: string },
  { after, limit }: { after: TimeKey | undefined; limit: number },
): Promise<GrantRow[]> {
  return latestFirst(reader, after, limit)
    .where((grant) => grant.or([grant('created_by', '=', sub), grant('drive_id', '=', driveId)]))
    .execute()
}

function latestFirst(reader: Reader, after: TimeKey | undefined, limit: number) {
  const all = reader
    .selectFrom('grants')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (!after) return all
  return all.where((grant) =>
    grant(grant.refTuple('created_at', 'id'), '<', grant.tuple(after.at, after.id)),
  )
}

/** With whom a person shares: those whom they gave something, and those who gave it to them; the latest first. */
export async function listPartners(
  reader: Reader,
  { sub, grantees, limit }: { sub: string; grantees: readonly Grantee[]; limit: number },
): Promise<Grantee[]> {
  const given = await reader
    .selectFrom('grants')
    .select(['grantee', (grant) => grant.fn.max('created_at').as('at')])
    .where('created_by', '=', sub)
    .where('grantee', '!=', toGranteeText({ kind: 'link' }))
    .groupBy('grantee')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  const givers = await reader
    .selectFrom('grants')
    .select(['created_by', (grant) => grant.fn.max('created_at').as('at')])
    .where('grantee', 'in', grantees.map(toGranteeText))
    .where('created_by', '!=', sub)
    .groupBy('created_by')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  const texts = [
    ...given.map(({ grantee }) => grantee),
    ...givers.map(({ created_by }) => toGranteeText({ kind: 'person', sub: created_by })),
  ]
  return [...new Set(texts)].map(parseGrantee)
}

/** What this grantee has on the node itself; of links there may be many, and each is its own. */
export function findGrantOn(
  reader: Reader,
  { driveId, nodeId, grantee }: { driveId: string; nodeId: string; grantee: string },
): Promise<GrantRow | undefined> {
  return reader
    .selectFrom('grants')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('node_id', '=', nodeId)
    .where('grantee', '=', grantee)
    .orderBy('id')
    .executeTakeFirst()
}

/** The drives in which some of these manage something for good. */
export async function listManagedBy(
  reader: Reader,
  grantees: readonly Grantee[],
): Promise<string[]> {
  if (grantees.length === 0) return []
  const rows = await reader
    .selectFrom('grants')
    .select('drive_id')
    .distinct()
    .where('grantee', 'in', grantees.map(toGranteeText))
    .where('role', '=', 'manager')
    .where('expires_at', 'is', null)
    .orderBy('drive_id')
    .execute()
  return rows.map(({ drive_id }) => drive_id)
}

/** Of some team drives, by their ids: who manages each for good. */
export function listManagers(
  reader: Reader,
  roots: readonly { id: string; root_id: string }[],
): Promise<Pick<GrantRow, 'drive_id' | 'grantee'>[]> {
  if (roots.length === 0) return Promise.resolve([])
  return reader
    .selectFrom('grants')
    .select(['drive_id', 'grantee'])
    .where(
      'drive_id',
      'in',
      roots.map(({ id }) => id),
    )
    .where(
      'node_id',
      'in',
      roots.map(({ root_id }) => root_id),
    )
    .where('role', '=', 'manager')
    .where('expires_at', 'is', null)
    .where((grant) =>
      grant.or([grant('grantee', 'like', 'person:%'), grant('grantee', 'like', 'group:%')]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function countGrantsOn(
  reader: Reader,
  driveId: string,
  nodeId: string,
): Promise<number> {
  const { n } = await reader
    .selectFrom('grants')
    .select((grant) => grant.fn.countAll<number>().as('n'))
    .where('drive_id', '=', driveId)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** No further than to a number: it is asked before each new grant. */
export async function countGrantsIn(
  reader: Reader,
  driveId: string,
  { grantee, most }: { grantee?: string; most: number },
): Promise<number> {
  const some = reader
    .selectFrom('grants')
    .select('id')
    .where('drive_id', '=', driveId)
    .$if(grantee !== undefined, (all) => all.where('grantee', '=', grantee ?? ''))
    .limit(most)
  const { n } = await reader
    .selectFrom(some.as('some'))
    .select((grant) => grant.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function updateGrant(
  writer: Writer,
  { drive_id, id }: Pick<GrantRow, 'drive_id' | 'id'>,
  set: Partial<Pick<GrantRow, 'role' | 'expires_at' | 'epoch' | 'note' | 'created_by'>>,
): Promise<void> {
  await writer
    .updateTable('grants')
    .set(set)
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteGrant(
  writer: Writer,
  { drive_id, id }: Pick<GrantRow, 'drive_id' | 'id'>,
): Promise<void> {
  await writer.deleteFrom('grants').where('drive_id', '=', drive_id).where('id', '=', id).execute()
}

export async function deleteGrantsOn(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  await writer
    .deleteFrom('grants')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .execute()
}

/** The drives in which a person was given something, or gave it, in the order in which they are locked. */
export async function listDrivesWithGrantsOf(reader: Reader, sub: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('grants')
    .select('drive_id')
    .distinct()
    .where((grant) =>
      grant.or([
        grant('grantee', '=', toGranteeText({ kind: 'person', sub })),
        grant('created_by', '=', sub),
      ]),
    )
    .orderBy('drive_id')
    .execute()
  return rows.map(({ drive_id }) => drive_id)
}

/** All that a person was given and gave: without them, what they gave gives nothing. */
export async function deleteGrantsOf(writer: Writer, sub: string): Promise<void> {
  await writer
    .deleteFrom('grants')
    .where('grantee', '=', toGranteeText({ kind: 'person', sub }))
    .execute()
  await writer.deleteFrom('grants').where('created_by', '=', sub).execute()
}

export async function deleteGrantsOfGroup(writer: Writer, groupId: string): Promise<void> {
  await writer
    .deleteFrom('grants')
    .where('grantee', '=', toGranteeText({ kind: 'group', groupId }))
    .execute()
}

/** Of one drive: its owner needs none. */
export async function deleteGrantsOfOwner(
  writer: Writer,
  { driveId, sub }: { driveId: string; sub: string },
): Promise<void> {
  await writer
    .deleteFrom('grants')
    .where('drive_id', '=', driveId)
    .where('grantee', '=', toGranteeText({ kind: 'person', sub }))
    .execute()
}

/** What a person was given and gave belongs to another one. */
export async function handOverGrants(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer
    .updateTable('grants')
    .set({ grantee: toGranteeText({ kind: 'person', sub: to }) })
    .where('grantee', '=', toGranteeText({ kind: 'person', sub: from }))
    .execute()
  await writer
    .updateTable('grants')
    .set({ created_by: to })
    .where('created_by', '=', from)
    .execute()
}

/** Who a grant is for. */
export type Grantee =
  | { kind: 'person'; sub: string }
  | { kind: 'group'; groupId: string }
  /** Whoever has proven to read this address, now or later. */
  | { kind: 'email'; email: string }
  | { kind: 'link' }

export function toGranteeText(grantee: Grantee): string {
  switch (grantee.kind) {
    case 'person':
      return `person:${grantee.sub}`
    case 'group':
      return `group:${grantee.groupId}`
    case 'email':
      return `email:${grantee.email}`
    case 'link':
      return 'link'
  }
}

export function parseGrantee(text: string): Grantee {
  const colon = text.indexOf(':')
  const value = text.slice(colon + 1)
  switch (text.slice(0, Math.max(colon, 0))) {
    case 'person':
      return { kind: 'person', sub: value }
    case 'group':
      return { kind: 'group', groupId: value }
    case 'email':
      return { kind: 'email', email: value }
    default:
      return { kind: 'link' }
  }
}
