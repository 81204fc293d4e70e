import {
  type AdminWebhook,
  type AdminWebhookDelivery,
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
} from '@awan/protocol/account'
import type { WebhookDeliveryRow, WebhookRow } from '../../db/tables.ts'
import { type Route, route } from '../../http/route.ts'
import type { Webhooks, WithSecret } from './webhooks.ts'

export function webhookRoutes({ webhooks }: { webhooks: Webhooks }): Route[] {
  return [
    route(listWebhooks, { admin: true }, async () => ({
      webhooks: (await webhooks.list()).map(toWebhook),
    })),
    // Events reveal much: each call that decides where they are sent needs sudo.
    route(createWebhook, { admin: true, sudo: true }, async ({ body, user, caller }) =>
      withSecret(await webhooks.create(body, user, caller)),
    ),
    route(changeWebhook, { admin: true, sudo: true }, async ({ params, body, user, caller }) =>
      toWebhook(await webhooks.change(params.webhook_id, body, user, caller)),
    ),
    route(removeWebhook, { admin: true, sudo: true }, async ({ params, user, caller }) => {
      await webhooks.remove(params.webhook_id, user, caller)
      return {}
    }),
    route(renewWebhookSecret, { admin: true, sudo: true }, async ({ params, user, caller }) =>
      withSecret(await webhooks.renewSecret(params.webhook_id, user, caller)),
    ),
    route(testWebhook, { admin: true, limits: byHand }, async ({ params }) =>
      toDelivery(await webhooks.test(params.webhook_id)),
    ),
    route(listWebhookDeliveries, { admin: true }, async ({ params, query }) => {
      const { limit, page_token: belowId } = query
      const rows = await webhooks.deliveries(params.webhook_id, { belowId, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      return { deliveries: rows.map(toDelivery), ...(last && { next_page_token: last.id }) }
    }),
    route(redeliverWebhook, { admin: true, limits: byHand }, async ({ params }) =>
      toDelivery(await webhooks.redeliver(params.webhook_id, params.delivery_id)),
    ),
  ]
}

/** As often as somebody presses a button. */
const byHand = [{ by: 'user', points: 30, perSeconds: 60 }] as const

function withSecret({ webhook, secret }: WithSecret): { webhook: AdminWebhook; secret: string } {
  return { webhook: toWebhook(webhook), secret }
}

function toWebhook(row: WebhookRow): AdminWebhook {
  return {
    id: row.id,
    url: row.url,
    event_types: JSON.parse(row.event_types) as string[],
    is_enabled: row.is_enabled === 1,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}

function toDelivery(row: WebhookDeliveryRow): AdminWebhookDelivery {
  const { type } = JSON.parse(row.body) as { type: string }
  return {
    id: row.id,
    event_type: type,
    body: row.body,
    attempts: row.attempts,
    ...(row.next_at !== null && { next_attempt_at: new Date(row.next_at).toISOString() }),
    ...(row.last_status !== null && { last_status: row.last_status }),
    created_at: new Date(row.created_at).toISOString(),
    ...(row.delivered_at !== null && { delivered_at: new Date(row.delivered_at).toISOString() }),
  }
}
