import { createHash } from 'node:crypto'
import { createEventEnvelope, type EventEnvelope } from '@awan/protocol'
import type { Reader, Writer } from '../../db/database.ts'
import type { AccountEventRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, createUuid, type Random } from '../../kernel/id.ts'
import {
  deleteEvents,
  type EventFilter,
  insertEvent,
  selectEventPage,
  selectEvents,
  updateEventSub,
} from './events.store.ts'

export type { EventFilter } from './events.store.ts'

/** Everything that can happen to an account. The log that its owner reads is made of these. */
export type AccountEventType =
  | 'account.signed_up'
  | 'account.administrator_appointed'
  | 'account.administrator_dismissed'
  | 'account.signed_in'
  | 'account.sign_in_failed'
  | 'account.signed_out'
  | 'account.token_revoked'
  | 'account.token_reuse_detected'
  | 'account.code_reuse_detected'
  | 'account.app_authorized'
  | 'account.app_revoked'
  | 'account.device_authorized'
  | 'account.device_refused'
  | 'account.sudo_granted'
  | 'account.sudo_refused'
  | 'account.password_changed'
  | 'account.two_factor_enabled'
  | 'account.two_factor_disabled'
  | 'account.two_factor_failed'
  | 'account.recovery_codes_renewed'
  | 'account.recovery_code_used'
  | 'account.device_trusted'
  | 'account.device_trust_revoked'
  | 'account.passkey_added'
  | 'account.passkey_removed'
  | 'account.passkey_copy_suspected'
  | 'account.provider_bound'
  | 'account.provider_unbound'
  | 'account.provider_lost'
  | 'account.session_ended'
  | 'account.password_reset'
  | 'account.profile_changed'
  | 'account.contact_changed'
  | 'account.contact_lost'
  | 'account.deletion_requested'
  | 'account.deletion_cancelled'
  | 'account.deleted'
  | 'account.anonymous_upgraded'
  | 'account.anonymous_merged'
  | 'account.export_requested'
  | 'account.export_downloaded'
  | 'account.password_reset_demanded'
  | 'account.sessions_ended'
  | 'account.frozen'
  | 'account.blocked'
  | 'account.put_under_review'
  | 'account.approved'
  | 'account.released'
  | 'account.inspected'
  | 'account.deletion_decided'
  | 'app.registered'
  | 'app.changed'
  | 'app.secret_renewed'
  | 'app.removed'
  | 'provider.changed'
  | 'provider.removed'
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.secret_renewed'
  | 'webhook.removed'
  | 'webhook.disabled'

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
