import { createEventEnvelope } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, createUuid, type Random } from '../../kernel/id.ts'
import type { OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import type { Seal } from '../../kernel/seal.ts'
import type { AccountEventType, EventLog } from '../events/events.ts'
import type { DeliverWebhooks } from './deliver-webhooks.ts'
import { createWebhookSecret } from './sign-webhook.ts'
import { checkWebhookUrl } from './webhook-target.ts'
import {
  deleteWebhook,
  dropWaitingDeliveries,
  insertDeliveries,
  insertWebhook,
  selectDeliveries,
  selectDelivery,
  selectWebhook,
  selectWebhooks,
  updateDelivery,
  updateWebhook,
} from './webhooks.store.ts'

export { countWaitingDeliveries, countWebhooks } from './webhooks.store.ts'

export interface WebhookChange {
  url?: string | undefined
  event_types?: string[] | undefined
  is_enabled?: boolean | undefined
}

/** Its secret is shown once, to its creator. */
export interface WithSecret {
  webhook: WebhookRow
  secret: string
}

/** What administrators do with webhooks. */
export interface Webhooks {
  list(): Promise<WebhookRow[]>
  create(
    request: { url: string; event_types: string[] },
    admin: SignedIn,
    caller: Caller,
  ): Promise<WithSecret>
  change(id: string, change: WebhookChange, admin: SignedIn, caller: Caller): Promise<WebhookRow>
  /** The old secret is worth nothing from now on. */
  renewSecret(id: string, admin: SignedIn, caller: Caller): Promise<WithSecret>
  remove(id: string, admin: SignedIn, caller: Caller): Promise<void>
  /** Sends an event that means nothing, at once, and tells how it went. */
  test(id: string): Promise<WebhookDeliveryRow>
  deliveries(
    id: string,
    page: { belowId?: string | undefined; limit: number },
  ): Promise<WebhookDeliveryRow[]>
  /** One more attempt, at once. */
  redeliver(id: string, deliveryId: string): Promise<WebhookDeliveryRow>
}

export interface WebhooksParts {
  db: Database
  clock: Clock
  random: Random
  seal: Seal
  events: EventLog
  deliver: DeliverWebhooks
  requests: OutgoingRequests
  /** Who says it in the test event. */
  source: string
}

export function createWebhooks(parts: WebhooksParts): Webhooks {
  const { db, clock, random, seal, events, deliver, requests, source } = parts

  async function attemptNow(deliveryId: string, nowMs: number): Promise<WebhookDeliveryRow> {
    await deliver.attempt({ id: deliveryId, next_at: nowMs })
    return found(await db.read((reader) => selectDelivery(reader, deliveryId)))
  }

  /** In the history of the webhook, where it outlives the account of the administrator. */
  function record(
    writer: Writer,
    type: AccountEventType,
    by: { sub: string; caller: Caller },
    data: { webhook_id: string } & Record<string, unknown>,
  ): Promise<void> {
    const actor = { administrator: by.sub, request_id: by.caller.requestId }
    return events.record(writer, { type, sub: data.webhook_id, data: { ...actor, ...data } })
  }

  return {
    list: () => db.read(selectWebhooks),

    async create({ url, event_types }, { sub }, caller) {
      const nowMs = clock.now()
      const id = createId(random, nowMs)
      const secret = createWebhookSecret(random)
      const webhook: WebhookRow = {
        id,
        url: checkWebhookUrl(url, requests.reach),
        secret: seal.close(secret, id),
        event_types: JSON.stringify(event_types),
        is_enabled: 1,
        created_at: nowMs,
        updated_at: nowMs,
      }
      await db.write(async (writer) => {
        await insertWebhook(writer, webhook)
        const data = { webhook_id: id, origin: originOf(webhook) }
        await record(writer, 'webhook.created', { sub, caller }, data)
      })
      return { webhook, secret }
    },

    async change(id, { url, event_types, is_enabled }, { sub }, caller) {
      const change = {
        ...(url !== undefined && { url: checkWebhookUrl(url, requests.reach) }),
        ...(event_types !== undefined && { event_types: JSON.stringify(event_types) }),
        ...(is_enabled !== undefined && { is_enabled: is_enabled ? 1 : 0 }),
        updated_at: clock.now(),
      }
      return db.write(async (writer) => {
        const before = found(await selectWebhook(writer, id))
        const webhook = found(await updateWebhook(writer, id, change))
        if (webhook.is_enabled === 0) await dropWaitingDeliveries(writer, id)
        const data = {
          webhook_id: id,
          origin: originOf(webhook),
          is_address_changed: webhook.url !== before.url,
          is_enabled: webhook.is_enabled === 1,
        }
        await record(writer, 'webhook.changed', { sub, caller }, data)
        return webhook
      })
    },

    async renewSecret(id, { sub }, caller) {
      const secret = createWebhookSecret(random)
      const sealed = seal.close(secret, id)
      const webhook = await db.write(async (writer) => {
        const change = { secret: sealed, updated_at: clock.now() }
        const row = found(await updateWebhook(writer, id, change))
        const data = { webhook_id: id }
        await record(writer, 'webhook.secret_renewed', { sub, caller }, data)
        return row
      })
      return { webhook, secret }
    },

    async remove(id, { sub }, caller) {
      await db.write(async (writer) => {
        const removed = found(await deleteWebhook(writer, id))
        const data = { webhook_id: id, origin: originOf(removed) }
        await record(writer, 'webhook.removed', { sub, caller }, data)
      })
    },

    async test(id) {
      const nowMs = clock.now()
      const deliveryId = createId(random, nowMs)
      const envelope = createEventEnvelope(
        { type: 'webhook.test', source, subject: id, data: {} },
        { id: createUuid(random), at: nowMs },
      )
      await db.write(async (writer) => {
        requireEnabled(found(await selectWebhook(writer, id)))
        await insertDeliveries(writer, [
          {
            id: deliveryId,
            webhook_id: id,
            body: JSON.stringify(envelope),
            attempts: 0,
            next_at: nowMs,
            last_status: null,
            created_at: nowMs,
            delivered_at: null,
          },
        ])
      })
      return attemptNow(deliveryId, nowMs)
    },

    async deliveries(id, page) {
      return db.read(async (reader) => {
        found(await selectWebhook(reader, id))
        return selectDeliveries(reader, { webhookId: id, ...page })
      })
    },

    async redeliver(id, deliveryId) {
      const nowMs = clock.now()
      await db.write(async (writer) => {
        requireEnabled(found(await selectWebhook(writer, id)))
        const delivery = await selectDelivery(writer, deliveryId)
        found(delivery?.webhook_id === id ? delivery : undefined)
        await updateDelivery(writer, deliveryId, { next_at: nowMs })
      })
      return attemptNow(deliveryId, nowMs)
    },
  }
}

function found<T>(row: T | undefined): T {
  if (row !== undefined) return row
  throw new ServiceError('not_found', { description: 'there is no such webhook or delivery' })
}

/** All that events say of an address: its path and query can be a secret, and events go to other receivers too. */
function originOf({ url }: WebhookRow): string {
  return new URL(url).origin
}

function requireEnabled({ is_enabled }: WebhookRow): void {
  if (is_enabled === 1) return
  throw new ServiceError('failed_precondition', { description: 'the webhook is disabled' })
}
