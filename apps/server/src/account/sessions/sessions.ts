import type { Reader, Writer } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import {
  endOtherSessions,
  endSession,
  insertSession,
  type LiveSession,
  selectEarlierVisits,
  selectLiveSession,
  selectSession,
  touchSession,
} from './sessions.store.ts'

/** However busy it is, a session ends and the person signs in again. */
const ABSOLUTE_MS = 180 * 24 * 3600 * 1000

export interface Sessions {
  start(
    writer: Writer,
    person: { sub: string; clientId: string; scope: string },
    caller: Caller,
  ): Promise<SessionRow>
  find(reader: Reader, sessionId: string): Promise<SessionRow | undefined>
  /** Undefined when the session ended or is past its absolute limit. */
  findLive(
    reader: Reader,
    token: { sessionId: string; tokenId: string },
  ): Promise<LiveSession | undefined>
  isOver(session: SessionRow): boolean
  /** When the absolute limit falls. */
  endsAt(session: SessionRow): number
  isNewDevice(reader: Reader, sub: string, caller: Caller): Promise<boolean>
  touch(writer: Writer, sessionId: string): Promise<void>
  end(writer: Writer, sessionId: string): Promise<boolean>
  endOthers(writer: Writer, who: { sub: string; keepId: string }): Promise<number>
}

export function createSessions({ clock, random }: { clock: Clock; random: Random }): Sessions {
  const endsAt = (session: SessionRow) => session.created_at + ABSOLUTE_MS
  const isOver = (session: SessionRow) =>
    session.ended_at !== null || clock.now() >= endsAt(session)

  return {
    async start(writer, { sub, clientId, scope }, caller) {
      const nowMs = clock.now()
      const session: SessionRow = {
        id: createId(random, nowMs),
        sub,
        client_id: clientId,
        scope,
        ...deviceOf(caller),
        created_at: nowMs,
        last_seen_at: nowMs,
        ended_at: null,
      }
      await insertSession(writer, session)
      return session
    },
    find: selectSession,
    async findLive(reader, token) {
      const live = await selectLiveSession(reader, token)
      return live && !isOver(live.session) ? live : undefined
    },
    isOver,
    endsAt,
    /** The first visit of all is no news to the person who makes it. */
    async isNewDevice(reader, sub, caller) {
      const { device_id: deviceId, user_agent: userAgent } = deviceOf(caller)
      const earlier = await selectEarlierVisits(reader, sub, { deviceId, userAgent })
      return earlier.any && !earlier.onDevice
    },
    touch: (writer, sessionId) => touchSession(writer, sessionId, clock.now()),
    end: (writer, sessionId) => endSession(writer, sessionId, clock.now()),
    endOthers: (writer, who) => endOtherSessions(writer, { ...who, nowMs: clock.now() }),
  }
}

function deviceOf(caller: Caller): Pick<SessionRow, 'device_id' | 'device_name' | 'user_agent'> {
  return {
    device_id: caller.deviceId?.slice(0, 128) ?? null,
    device_name: caller.deviceName?.slice(0, 128) ?? null,
    user_agent: caller.userAgent ?? null,
  }
}
