import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedChange, createPreparedQuery } from '../../db/prepared-query.ts'
import type { SessionRow, Tables } from '../../db/tables.ts'
import { firstPartyClients } from '../clients/clients.ts'
import { usersQuery } from '../users/users.ts'

export async function insertSession(writer: Writer, row: SessionRow): Promise<void> {
  writer.post(insertion, { ...row })
}

const insertion = createPreparedChange(
  'insert_session',
  [
    'id',
    'sub',
    'client_id',
    'scope',
    'device_id',
    'device_name',
    'user_agent',
    'created_at',
    'last_seen_at',
    'ended_at',
    'address',
    'authenticated_at',
    'root_id',
    'by_device_code',
  ],
  (writer, row) => writer.insertInto('sessions').values(row),
)

/** Sessions with their people as `users`, for a query that goes on from here. */
export function sessionsQuery(reader: Reader) {
  return reader
    .selectFrom('sessions')
    .innerJoin(usersQuery(reader).as('users'), 'users.sub', 'sessions.sub')
}

export const openSessionQuery = createPreparedQuery('open_session', ['id'], (reader, { id }) =>
  sessionsQuery(reader)
    .select(['sessions.sub', 'sessions.client_id', 'sessions.created_at', 'sessions.ended_at'])
    .select(['sessions.authenticated_at', 'users.status'])
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null),
)

/** The sessions of the person whom another query names, as a part of that query. */
export function sessionsOf(sub: Expression<string>) {
  return expressionBuilder<Tables>().selectFrom('sessions').where('sessions.sub', '=', sub)
}

export async function selectSession(
  reader: Reader,
  sessionId: string,
): Promise<SessionRow | undefined> {
  return reader.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()
}

/**
 * An app of somebody else says which device it is on, and its owner has not shown themselves there: otherwise it could
 * make any device one that they know.
 */
const ownApps = firstPartyClients.map((id) => sql.lit(id))

/**
 * Whether the person was here before, and whether on this device: in person, or also by a code that they approved
 * elsewhere, perhaps for the device of a stranger.
 */
export async function selectEarlierVisits(
  reader: Reader,
  sub: string,
  device: { deviceId: string | null; userAgent: string | null },
  by: VisitKind,
): Promise<{ any: boolean; onDevice: boolean }> {
  // A browser without a device id is recognised by its user agent.
  const [found] =
    device.deviceId === null
      ? await reader.run(visitsByAgent[by], { sub, device: device.userAgent })
      : await reader.run(visitsOnDevice[by], { sub, device: device.deviceId })
  return { any: found !== undefined, onDevice: found?.on_device != null }
}

export type VisitKind = 'in_person' | 'any_way'

/** One row if there was any visit at all; with the id of one on this device, if there was one. */
function visitsBy(column: 'device_id' | 'user_agent', by: VisitKind) {
  const isById = column === 'device_id'
  const name = `visits_${by}_by_${column}`
  return createPreparedQuery(name, ['sub', 'device'], (reader, { sub, device }) =>
    reader
      .selectFrom('sessions')
      .select((eb) =>
        eb
          .selectFrom('sessions as same')
          .select('same.id')
          .where('same.sub', '=', sub)
          .where(`same.${column}`, isById ? '=' : 'is not distinct from', device)
          .where('same.client_id', 'in', ownApps)
          .$if(by === 'in_person', (same) => same.where('same.by_device_code', '=', 0))
          .$if(!isById, (same) => same.where('same.device_id', 'is', null))
          .limit(1)
          .as('on_device'),
      )
      .where('sub', '=', sub)
      .limit(1),
  )
}

const visitsOnDevice = {
  in_person: visitsBy('device_id', 'in_person'),
  any_way: visitsBy('device_id', 'any_way'),
}
const visitsByAgent = {
  in_person: visitsBy('user_agent', 'in_person'),
  any_way: visitsBy('user_agent', 'any_way'),
}

/** Whether somebody with this contact was signed in on this device, and not by a code that was approved elsewhere. */
export async function selectVisitor(
  reader: Reader,
  visitor: { column: 'email' | 'phone_number' | 'username'; value: string; deviceId: string },
): Promise<boolean> {
  const { column, value, deviceId } = visitor
  const found = await reader.run(visitorQueries[column], { value, deviceId })
  return found.length > 0
}

function visitorBy(column: 'email' | 'phone_number' | 'username') {
  return createPreparedQuery(
    `visitor_by_${column}`,
    ['value', 'deviceId'],
    (reader, { value, deviceId }) =>
      sessionsQuery(reader)
        .select('sessions.id')
        .where(`users.${column}`, '=', value)
        .where('sessions.device_id', '=', deviceId)
        .where('sessions.client_id', 'in', ownApps)
        .where('sessions.by_device_code', '=', 0)
        .limit(1),
  )
}

const visitorQueries = {
  email: visitorBy('email'),
  phone_number: visitorBy('phone_number'),
  username: visitorBy('username'),
}

/** What each of these devices last said that it is. */
export async function selectUserAgents(
  reader: Reader,
  sub: string,
  deviceIds: readonly string[],
): Promise<Map<string, string>> {
  if (deviceIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('sessions')
    .select(['device_id', 'user_agent'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions as last')
        // Ids begin with their time.
        .select((last) => last.fn.max('last.id').as('id'))
        .where('last.sub', '=', sub)
        .where('last.device_id', 'in', deviceIds)
        .where('last.user_agent', 'is not', null)
        .groupBy('last.device_id'),
    )
    .execute()
  return new Map(rows.map(({ device_id, user_agent }) => [device_id ?? '', user_agent ?? '']))
}

export async function touchSession(
  writer: Writer,
  id: string,
  seen: Pick<SessionRow, 'address' | 'last_seen_at'>,
): Promise<void> {
  writer.post(touching, { id, ...seen })
}

const touching = createPreparedChange(
  'touch_session',
  ['id', 'address', 'last_seen_at'],
  (writer, { id, ...seen }) => writer.updateTable('sessions').set(seen).where('id', '=', id),
)

/** False when it had ended before. */
export async function endSession(writer: Writer, id: string, nowMs: number): Promise<boolean> {
  const ended = await writer
    .updateTable('sessions')
    .set({ ended_at: nowMs })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** A session, and those of the same sign-in that began after it. */
export async function endSessionsFrom(
  writer: Writer,
  { id, sub, root_id, created_at }: Pick<SessionRow, 'id' | 'sub' | 'root_id' | 'created_at'>,
  nowMs: number,
): Promise<number> {
  const ended = await writer
    .updateTable('sessions')
    .set({ ended_at: nowMs })
    .where('sub', '=', sub)
    .where('root_id', '=', root_id)
    .where((session) => {
      const isLater = session('created_at', '>=', created_at)
      return session.or([
        session('id', '=', id),
        session.and([isLater, session('id', '!=', root_id)]),
      ])
    })
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length
}

export async function endOtherSessions(
  writer: Writer,
  { sub, keepId, nowMs }: { sub: string; keepId: string; nowMs: number },
): Promise<number> {
  const ended = await writer
    .updateTable('sessions')
    .set({ ended_at: nowMs })
    .where('sub', '=', sub)
    .where('id', '!=', keepId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length
}

export async function endAllSessions(writer: Writer, sub: string, nowMs: number): Promise<number> {
  const ended = await writer
    .updateTable('sessions')
    .set({ ended_at: nowMs })
    .where('sub', '=', sub)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length
}

export async function endSessionsOfClient(
  writer: Writer,
  { clientId, sub, nowMs }: { clientId: string; sub?: string; nowMs: number },
): Promise<number> {
  let update = writer
    .updateTable('sessions')
    .set({ ended_at: nowMs })
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
  if (sub !== undefined) update = update.where('sub', '=', sub)
  return (await update.returning('id').execute()).length
}

/**
 * Removes some of the rows that ended, or ran out, before these times. The newest of each person
 * stays: without any, the next sign-in would pass for the very first, and nobody would be told of it.
 */
export async function deleteOldSessions(
  writer: Writer,
  {
    endedBefore,
    createdBefore,
    limit,
  }: { endedBefore: number; createdBefore: number; limit: number },
): Promise<number> {
  const deleted = await writer
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions as old')
        .select('old.id')
        .where((or) =>
          or.or([
            or('old.ended_at', '<=', endedBefore),
            // Ids begin with their time.
            or('old.id', '<', firstIdAt(createdBefore)),
          ]),
        )
        .where((exists) =>
          exists.exists(
            exists
              .selectFrom('sessions as newer')
              .select('newer.id')
              .whereRef('newer.sub', '=', 'old.sub')
              .whereRef('newer.id', '>', 'old.id'),
          ),
        )
        .limit(limit),
    )
    .returning('id')
    .execute()
  return deleted.length
}

/** No id of a later time is below it. */
function firstIdAt(atMs: number): string {
  return Math.max(0, atMs).toString(36).padStart(9, '0')
}

/** Of everybody, without those that are over by `beganAt` or were not renewed. */
export async function countOpenSessions(
  reader: Reader,
  {
    beganAfter,
    seenAfter,
    ownApps,
  }: { beganAfter: number; seenAfter: number; ownApps: readonly string[] },
): Promise<number> {
  const { n } = await reader
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', seenAfter)
    .where((session) => {
      const isOfSignIn = session.and([
        session('client_id', 'in', ownApps),
        session('authenticated_at', '>', 0),
      ])
      return session.or([
        session.and([isOfSignIn, session('authenticated_at', '>', beganAfter)]),
        session.and([session.not(isOfSignIn), session('created_at', '>', beganAfter)]),
      ])
    })
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** How often people proved who they are and came in since then; an app that a session lets in is no visit. */
export async function countVisits(reader: Reader, sinceMs: number): Promise<number> {
  const { n } = await reader
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    // Ids begin with their time.
    .where('id', '>=', firstIdAt(sinceMs))
    .whereRef('root_id', '=', 'id')
    // A guest has proved nothing.
    .where('authenticated_at', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(n)
}
