import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing } from './fields.ts'

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** Empty means all. */
  event_types: z.array(z.string()),
  is_enabled: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type AdminWebhook = z.output<typeof webhook>

const webhookWithSecret = z.object({ webhook, secret: z.string() })

const delivery = z.object({
  /** The `webhook-id` that the receiver sees. */
  id: z.string(),
  event_type: z.string(),
  /** The body as it is sent. */
  body: z.string(),
  attempts: z.number().int(),
  /** Absent when nothing more is to come: delivered, or given up. */
  next_attempt_at: z.iso.datetime().optional(),
  /** The HTTP status, or words where there was none. */
  last_status: z.string().optional(),
  created_at: z.iso.datetime(),
  delivered_at: z.iso.datetime().optional(),
})
export type AdminWebhookDelivery = z.output<typeof delivery>

const url = z.string().min(1).max(2048)
const eventTypes = z.array(z.string().regex(/^[\w.]{1,128}$/)).max(100)
const id = z.string().regex(/^[0-9a-z]{1,64}$/)
const webhookId = z.object({ webhook_id: id })
const TAG = 'administration'

export const listWebhooks = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/webhooks',
  summary: 'List the webhooks',
  tag: TAG,
  answer: z.object({ webhooks: z.array(webhook) }),
})

/** Signed as Standard Webhooks; the secret is shown this once. */
export const createWebhook = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/webhooks',
  summary: 'Create a webhook that sends account events to an address',
  tag: TAG,
  body: z.object({ url, event_types: eventTypes.default([]) }),
  answer: webhookWithSecret,
})

export const changeWebhook = defineEndpoint({
  method: 'PATCH',
  path: '/v1/admin/webhooks/{webhook_id}',
  summary: 'Change or disable a webhook',
  tag: TAG,
  params: webhookId,
  body: z.object({
    url: url.optional(),
    event_types: eventTypes.optional(),
    is_enabled: z.boolean().optional(),
  }),
  answer: webhook,
  errors: ['not_found'],
})

export const removeWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/webhooks/{webhook_id}',
  summary: 'Remove a webhook and its deliveries',
  tag: TAG,
  params: webhookId,
  answer: nothing,
  errors: ['not_found'],
})

export const renewWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/webhooks/{webhook_id}/secret',
  summary: 'Replace the secret of a webhook',
  tag: TAG,
  params: webhookId,
  answer: webhookWithSecret,
  errors: ['not_found'],
})

export const testWebhook = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/webhooks/{webhook_id}/test',
  summary: 'Send a test event now and return the result',
  tag: TAG,
  params: webhookId,
  answer: delivery,
  errors: ['not_found', 'failed_precondition'],
})

export const listWebhookDeliveries = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of a webhook, newest first',
  tag: TAG,
  params: webhookId,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    page_token: id.optional(),
  }),
  answer: z.object({ deliveries: z.array(delivery), next_page_token: z.string().optional() }),
  errors: ['not_found'],
})

export const redeliverWebhook = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  summary: 'Send an event to a webhook again, now',
  tag: TAG,
  params: webhookId.extend({ delivery_id: id }),
  answer: delivery,
  errors: ['not_found', 'failed_precondition'],
})
