import type { Database, Writer } from '../../db/database.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { Log } from '../../kernel/log.ts'
import type { OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import type { Seal } from '../../kernel/seal.ts'
import type { EventLog } from '../events/events.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import { signWebhook } from './sign-webhook.ts'
import { postToWebhook, type Sent } from './webhook-target.ts'
import {
  claimDelivery,
  deleteOldDeliveries,
  disableWebhook,
  dropWaitingDeliveries,
  selectDueDeliveries,
  selectWebhook,
  updateDelivery,
} from './webhooks.store.ts'

/** Longer than an attempt can take: a process that died in between is not waited for any longer. */
const LEASE_MS = 60_000
const AT_ONCE = 16
const KEPT_MS = 30 * 24 * 3600_000
/** The receiver says: never again. */
const GONE = 410

export interface DeliverWebhooks {
  /** Sends whatever is due, each once, however many processes do the same. */
  run(): Promise<void>
  /** One attempt at this delivery, now, if it still waits. */
  attempt(delivery: Pick<WebhookDeliveryRow, 'id' | 'next_at'>): Promise<void>
  removeOld(): Promise<void>
}

export interface DeliverWebhooksParts {
  db: Database
  clock: Clock
  random: Random
  seal: Seal
  events: EventLog
  requests: OutgoingRequests
  timeoutMs?: number | undefined
  log: Log | undefined
}

export function createDeliverWebhooks(parts: DeliverWebhooksParts): DeliverWebhooks {
  const { db, clock, random, seal, events, requests, log } = parts

  async function post(delivery: WebhookDeliveryRow): Promise<Sent | undefined> {
    const webhook = await db.read((reader) => selectWebhook(reader, delivery.webhook_id))
    if (webhook?.is_enabled !== 1) return undefined
    const { id, body } = delivery
    const secret = openSecret(webhook)
    if (secret === undefined)
      return { kind: 'failed', problem: 'the secret of the webhook cannot be read; renew it' }
    const headers = signWebhook({ id, atMs: clock.now(), body }, secret)
    return postToWebhook({ url: webhook.url, headers, body }, requests, parts.timeoutMs)
  }

  /** A key of the server that was lost must not stop the deliveries of others. */
  function openSecret({ id, secret }: WebhookRow): string | undefined {
    try {
      return seal.open(secret, id)
    } catch (err) {
      log?.error({ err, webhook: id }, 'the secret of a webhook cannot be read')
      return undefined
    }
  }

  async function settle(
    writer: Writer,
    { id, webhook_id, attempts }: WebhookDeliveryRow,
    sent: Sent,
  ): Promise<void> {
    const nowMs = clock.now()
    const last_status = sent.kind === 'answered' ? String(sent.status) : sent.problem
    if (sent.kind === 'answered' && sent.status >= 200 && sent.status < 300) {
      await updateDelivery(writer, id, { next_at: null, last_status, delivered_at: nowMs })
      return
    }
    const isGone = sent.kind === 'answered' && sent.status === GONE
    const next_at = isGone ? null : nextAttemptAt(attempts, { nowMs, random })
    await updateDelivery(writer, id, { next_at, last_status })
    if (isGone && (await disableWebhook(writer, webhook_id, nowMs))) {
      await dropWaitingDeliveries(writer, webhook_id)
      await events.record(writer, {
        type: 'webhook.disabled',
        sub: webhook_id,
        data: { reason: 'the receiver answered 410 Gone' },
      })
    }
  }

  async function attempt(due: Pick<WebhookDeliveryRow, 'id' | 'next_at'>): Promise<void> {
    const untilMs = clock.now() + LEASE_MS
    const claimed = await db.write((writer) => claimDelivery(writer, due, untilMs))
    if (!claimed) return
    const sent = await post(claimed)
    await db.write((writer) =>
      sent ? settle(writer, claimed, sent) : updateDelivery(writer, claimed.id, { next_at: null }),
    )
    if (sent?.kind === 'failed') {
      log?.warn(
        { webhook: claimed.webhook_id, problem: sent.problem },
        'a webhook was not delivered',
      )
    }
  }

  return {
    attempt,

    async run() {
      for (;;) {
        const nowMs = clock.now()
        const due = await db.read((reader) =>
          selectDueDeliveries(reader, { nowMs, limit: AT_ONCE }),
        )
        await Promise.all(due.map(attempt))
        if (due.length < AT_ONCE) return
      }
    },

    async removeOld() {
      await db.write((writer) => deleteOldDeliveries(writer, clock.now() - KEPT_MS))
    },
  }
}
