import { createEventEnvelope, type EventEnvelope } from '@awan/protocol'
import type { Reader, Writer } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, createUuid, type Random } from '../../kernel/id.ts'
import { insertEvent, selectEvents } from './events.store.ts'

/** Everything that can happen to an account. The log that its owner reads is made of these. */
export type AccountEventType =
  | 'account.signed_up'
  | 'account.administrator_appointed'
  | 'account.signed_in'
  | 'account.sign_in_failed'
  | 'account.signed_out'
  | 'account.token_revoked'
  | 'account.token_reuse_detected'
  | 'account.sudo_granted'
  | 'account.sudo_refused'
  | 'account.password_changed'

export interface AccountEvent {
  type: AccountEventType
  sub: string
  caller: Caller
  data?: Record<string, unknown>
}

export interface EventLog {
  /** Joins the transaction of what happened: neither exists without the other. */
  record(writer: Writer, event: AccountEvent): Promise<void>
  /** Newest first. */
  list(reader: Reader, sub: string, limit?: number): Promise<EventEnvelope[]>
}

export function createEventLog({
  clock,
  random,
  source,
}: {
  clock: Clock
  random: Random
  source: string
}): EventLog {
  return {
    async record(writer, { type, sub, caller, data }) {
      const at = clock.now()
      const envelope = createEventEnvelope(
        { type, source, subject: sub, data: { ...describeCaller(caller), ...data } },
        { id: createUuid(random), at },
      )
      await insertEvent(writer, {
        id: createId(random, at),
        sub,
        type,
        at,
        envelope: JSON.stringify(envelope),
      })
    },

    async list(reader, sub, limit = 100) {
      const rows = await selectEvents(reader, sub, limit)
      return rows.map(({ envelope }) => JSON.parse(envelope) as EventEnvelope)
    },
  }
}

/** What the owner needs to recognise a visit; no token and no contact is ever part of it. */
function describeCaller(caller: Caller): Record<string, string> {
  const known = {
    address: caller.address,
    client_id: caller.clientId,
    device_id: caller.deviceId,
    device_name: caller.deviceName,
    user_agent: caller.userAgent,
    request_id: caller.requestId,
  }
  return Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
