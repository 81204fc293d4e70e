import { createHash } from 'node:crypto'
import { createEventEnvelope, type EventEnvelope } from '@awan/protocol'
import type { AccountEventType } from '@awan/protocol/account'
import type { Reader, Writer } from '../../db/database.ts'
import type { AccountEventRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, createUuid, type Random } from '../../kernel/id.ts'
import {
  countEvents,
  deleteEvents,
  type EventFilter,
  insertEvent,
  selectEventPage,
  selectEvents,
  updateEventSub,
} from './events.store.ts'

export type { AccountEventType } from '@awan/protocol/account'
export { type EventFilter, selectHistory } from './events.store.ts'

export interface AccountEvent {
  type: AccountEventType
  /** Whom it is about, or what, where it is about no person. */
  sub: string
  /** Absent where the server did it by itself. */
  caller?: Caller
  data?: Record<string, unknown>
}

export interface EventLog {
  /** Joins the transaction of what happened: neither exists without the other. */
  record(writer: Writer, event: AccountEvent): Promise<void>
  /** Newest first. */
  list(reader: Reader, sub: string, limit?: number): Promise<EventEnvelope[]>
  /** Everything that was recorded of a person who is gone. */
  forget(writer: Writer, sub: string): Promise<void>
  /** The history goes along when an anonymous person becomes another. */
  handOver(writer: Writer, from: string, to: string): Promise<void>
  /** Of all accounts, newest first; `nextId` is where the next page goes on. */
  page(reader: Reader, filter: EventFilter): Promise<{ events: EventEnvelope[]; nextId?: string }>
  /** Of all accounts, by type; a type without any is missing. */
  count(
    reader: Reader,
    types: readonly AccountEventType[],
    sinceMs: number,
  ): Promise<Map<string, number>>
}

/** Takes each event further, in the same transaction. */
export type Forward = (writer: Writer, envelope: EventEnvelope) => Promise<void>

export function createEventLog({
  clock,
  random,
  source,
  forward,
}: {
  clock: Clock
  random: Random
  source: string
  forward?: Forward
}): EventLog {
  return {
    async record(writer, { type, sub, caller, data }) {
      const at = clock.now()
      const envelope = createEventEnvelope(
        { type, source, subject: sub, data: { ...(caller && describeCaller(caller)), ...data } },
        { id: createUuid(random), at },
      )
      await insertEvent(writer, {
        id: createId(random, at),
        sub,
        type,
        at,
        envelope: JSON.stringify(envelope),
      })
      await forward?.(writer, envelope)
    },

    async list(reader, sub, limit = 100) {
      const rows = await selectEvents(reader, sub, limit)
      return rows.map(toEnvelope)
    },

    forget: deleteEvents,
    handOver: updateEventSub,

    async page(reader, filter) {
      const rows = await selectEventPage(reader, filter)
      const last = rows.length === filter.limit ? rows.at(-1) : undefined
      return { events: rows.map(toEnvelope), ...(last && { nextId: last.id }) }
    },

    count: countEvents,
  }
}

function toEnvelope({ envelope }: AccountEventRow): EventEnvelope {
  return JSON.parse(envelope) as EventEnvelope
}

/** What the owner needs to recognise a visit; no token and no contact is ever part of it. */
function describeCaller(caller: Caller): Record<string, string> {
  const known = {
    address: caller.address,
    client_id: caller.clientId,
    device_id: caller.deviceId && nameDevice(caller.deviceId),
    device_name: caller.deviceName,
    user_agent: caller.userAgent,
    request_id: caller.requestId,
  }
  return Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/**
 * Enough to tell devices apart. The id itself opens doors (the count of a known device, an anonymous
 * account), so that neither administrators nor webhooks see it.
 */
function nameDevice(deviceId: string): string {
  return createHash('sha256').update(deviceId).digest('hex').slice(0, 16)
}
