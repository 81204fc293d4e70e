import type { Reader, Writer } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { firstPartyClients, isFirstPartyClient } from '../clients/clients.ts'
import { contactColumns } from '../users/users.ts'
import { hasMoreSessionsThan, selectOpenSessions } from './list-sessions.store.ts'
import {
  countOpenSessions,
  endAllSessions,
  endOtherSessions,
  endSession,
  endSessionsFrom,
  endSessionsOfClient,
  insertSession,
  openSessionQuery,
  selectEarlierVisits,
  selectSession,
  selectUserAgents,
  selectVisitor,
  touchSession,
  type VisitKind,
} from './sessions.store.ts'

export { selectSessionsForExport } from './list-sessions.store.ts'
export { countVisits, sessionsOf, sessionsQuery } from './sessions.store.ts'

/**
 * However busy it is, a session ends and the person signs in again. So do those that it was handed on to: they
 * last no longer than the sign-in behind them.
 */
export const ABSOLUTE_MS = 180 * 24 * 3600 * 1000

/** A list shows the last used ones: a person may have any number, and whoever shows them all keeps everybody else waiting. */
const MAX_LISTED = 200
/** So many are looked through while others wait. */
const MANY = 1_000

/**
 * What a session stands on: a person who has just proved who they are; nobody's proof, as for a guest;
 * or another session, whose age and limits it takes over.
 */
export type SessionOrigin = 'proof' | 'no-proof' | { session: SessionRow; isDeviceCode: boolean }

export interface Sessions {
  start(
    writer: Writer,
    person: { sub: string; clientId: string; scope: string; origin: SessionOrigin },
    caller: Caller,
  ): Promise<SessionRow>
  find(reader: Reader, sessionId: string): Promise<SessionRow | undefined>
  /** Whose session it is; undefined once it is over, or its person is not active. */
  findPerson(reader: Reader, sessionId: string): Promise<string | undefined>
  /** The last seen ones, those first; without those that ran out because nobody renewed them. */
  listOpen(reader: Reader, sub: string): Promise<SessionRow[]>
  /** Whether the person has had so many that it takes a long read to list them. */
  hasMany(reader: Reader, sub: string): Promise<boolean>
  /** Of everybody, by the same rule. */
  countOpen(reader: Reader): Promise<number>
  isOver(session: SessionTimes): boolean
  /** When the absolute limit falls. */
  endsAt(session: SessionTimes): number
  /** When it ends if nobody uses it any more. */
  runsOutAt(session: SessionTimes & Pick<SessionRow, 'last_seen_at'>): number
  /** A person who signs in knows those on which they did before; what is handed on, also those that a code let in. */
  isNewDevice(reader: Reader, sub: string, caller: Caller, by: VisitKind): Promise<boolean>
  /** The same by the normalised contact that somebody typed, in one look whether or not it is known. */
  knowsVisitor(reader: Reader, contact: string, caller: Caller): Promise<boolean>
  /** Whether the person has signed in on this device, which must have an id. A code that they approved elsewhere does not count. */
  knowsDevice(reader: Reader, sub: string, caller: Caller): Promise<boolean>
  /** What the devices of a person last said that they are, by their ids. */
  userAgentsOf(
    reader: Reader,
    sub: string,
    deviceIds: readonly string[],
  ): Promise<Map<string, string>>
  touch(writer: Writer, sessionId: string, caller: Caller): Promise<void>
  end(writer: Writer, sessionId: string): Promise<boolean>
  /** With all that it may have been handed on to: for one that somebody has copied. The person's row must be locked. */
  endWithHandedOn(writer: Writer, session: SessionRow): Promise<number>
  endOthers(writer: Writer, who: { sub: string; keepId: string }): Promise<number>
  endAll(writer: Writer, sub: string): Promise<number>
  /** Those of one app: of one person, or of everybody. */
  endOfClient(writer: Writer, which: { clientId: string; sub?: string }): Promise<number>
}

type SessionTimes = Pick<SessionRow, 'client_id' | 'created_at' | 'authenticated_at' | 'ended_at'>

export function createSessions({
  clock,
  random,
  idleMs,
}: {
  clock: Clock
  random: Random
  /** A session that is not renewed this long is over: the life of a refresh token. */
  idleMs: number
}): Sessions {
  const endsAt = (session: SessionTimes) => beganAt(session) + ABSOLUTE_MS
  const isOver = (session: SessionTimes) =>
    session.ended_at !== null || clock.now() >= endsAt(session)

  return {
    async start(writer, { sub, clientId, scope, origin }, caller) {
      const nowMs = clock.now()
      const id = createId(random, nowMs)
      const session: SessionRow = {
        id,
        sub,
        client_id: clientId,
        scope,
        ...deviceOf(caller),
        created_at: nowMs,
        last_seen_at: nowMs,
        ended_at: null,
        address: caller.address,
        ...inheritedFrom(origin, { id, nowMs }),
      }
      await insertSession(writer, session)
      return session
    },
    find: selectSession,
    async findPerson(reader, sessionId) {
      const [row] = await reader.run(openSessionQuery, { id: sessionId })
      return row && !isOver(row) && row.status === 'ACTIVE' ? row.sub : undefined
    },
    async listOpen(reader, sub) {
      const seenAfter = clock.now() - idleMs
      const rows = await selectOpenSessions(reader, sub, { seenAfter, limit: MAX_LISTED })
      return rows.filter((row) => !isOver(row))
    },
    hasMany: (reader, sub) => hasMoreSessionsThan(reader, sub, MANY),
    countOpen: (reader) =>
      countOpenSessions(reader, {
        beganAfter: clock.now() - ABSOLUTE_MS,
        seenAfter: clock.now() - idleMs,
        ownApps: firstPartyClients,
      }),
    isOver,
    endsAt,
    runsOutAt: (session) => Math.min(endsAt(session), session.last_seen_at + idleMs),
    /** The first visit of all is no news to the person who makes it. */
    async isNewDevice(reader, sub, caller, by) {
      const { device_id: deviceId, user_agent: userAgent } = deviceOf(caller)
      const earlier = await selectEarlierVisits(reader, sub, { deviceId, userAgent }, by)
      return earlier.any && !earlier.onDevice
    },
    async knowsDevice(reader, sub, caller) {
      const { device_id: deviceId } = deviceOf(caller)
      if (deviceId === null) return false
      const device = { deviceId, userAgent: null }
      return (await selectEarlierVisits(reader, sub, device, 'in_person')).onDevice
    },
    async knowsVisitor(reader, contact, caller) {
      const { device_id: deviceId } = deviceOf(caller)
      const [kind, value] = splitContact(contact)
      if (deviceId === null || kind === undefined) return false
      return selectVisitor(reader, { column: contactColumns[kind], value, deviceId })
    },
    userAgentsOf: selectUserAgents,
    touch: (writer, sessionId, { address }) =>
      touchSession(writer, sessionId, { address, last_seen_at: clock.now() }),
    end: (writer, sessionId) => endSession(writer, sessionId, clock.now()),
    async endWithHandedOn(writer, session) {
      if (isFirstPartyClient(session.client_id)) {
        return endSessionsFrom(writer, session, clock.now())
      }
      // An app of somebody else hands nothing on, and must not be able to end what is not its own.
      return (await endSession(writer, session.id, clock.now())) ? 1 : 0
    },
    endOthers: (writer, who) => endOtherSessions(writer, { ...who, nowMs: clock.now() }),
    endAll: (writer, sub) => endAllSessions(writer, sub, clock.now()),
    endOfClient: (writer, which) => endSessionsOfClient(writer, { ...which, nowMs: clock.now() }),
  }
}

/** An app of somebody else was given its session by itself; nothing is handed on from there. */
function beganAt({ client_id, created_at, authenticated_at }: SessionTimes): number {
  const isOwnApp = isFirstPartyClient(client_id)
  return isOwnApp && authenticated_at > 0 ? authenticated_at : created_at
}

function inheritedFrom(
  origin: SessionOrigin,
  { id, nowMs }: { id: string; nowMs: number },
): Pick<SessionRow, 'authenticated_at' | 'root_id' | 'by_device_code'> {
  if (typeof origin === 'string') {
    const authenticatedAt = origin === 'proof' ? nowMs : 0
    return { authenticated_at: authenticatedAt, root_id: id, by_device_code: 0 }
  }
  const { session, isDeviceCode } = origin
  return {
    authenticated_at: session.authenticated_at,
    root_id: session.root_id,
    by_device_code: isDeviceCode ? 1 : session.by_device_code,
  }
}

/** `email:rahma@example.org` */
function splitContact(contact: string): [keyof typeof contactColumns | undefined, string] {
  const kind = contact.slice(0, contact.indexOf(':'))
  const isKind = Object.hasOwn(contactColumns, kind)
  return [
    isKind ? (kind as keyof typeof contactColumns) : undefined,
    contact.slice(kind.length + 1),
  ]
}

const MAX_DEVICE_ID = 128

/**
 * A device id is as long as clients make it; what is longer is nobody's. It is not cut: ids that only begin alike would be one
 * known device, and each of them would have tries of its own.
 */
export function deviceIdOf({ deviceId }: Pick<Caller, 'deviceId'>): string | undefined {
  return deviceId !== undefined && deviceId.length <= MAX_DEVICE_ID ? deviceId : undefined
}

function deviceOf(caller: Caller): Pick<SessionRow, 'device_id' | 'device_name' | 'user_agent'> {
  return {
    device_id: deviceIdOf(caller) ?? null,
    device_name: caller.deviceName?.slice(0, 128) ?? null,
    user_agent: caller.userAgent ?? null,
  }
}
