import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  AdminWebhook,
  AdminWebhookDelivery,
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
} from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import { toFields } from '../fields.ts'
import type { AdminHost } from './admin-host.ts'
import type { PageQuery } from './page-query.ts'

export type DeliveriesQuery = PageQuery<typeof listWebhookDeliveries>

/** Addresses that receive account events, signed according to Standard Webhooks. */
export interface Webhooks {
  /**
   * All of them.
   *
   * @example const { webhooks } = await admin.webhooks.list()
   */
  list(): Promise<AnswerOf<typeof listWebhooks>>
  /**
   * Sends events to an address, all by default. The secret is shown only once.
   *
   * @example const { webhook, secret } = await admin.webhooks.create({ url, event_types: ['account.signed_up'], sudo_token })
   */
  create(
    payload: BodySent<typeof createWebhook> & SudoToken,
  ): Promise<AnswerOf<typeof createWebhook>>
  /**
   * Changes or disables one.
   *
   * @example await admin.webhooks.change(id, { is_enabled: false, sudo_token })
   */
  change(
    webhook_id: string,
    payload: BodySent<typeof changeWebhook> & SudoToken,
  ): Promise<AdminWebhook>
  /**
   * Removes one with its deliveries.
   *
   * @example await admin.webhooks.remove(id, { sudo_token })
   */
  remove(webhook_id: string, payload: SudoToken): Promise<void>
  /**
   * Replaces the secret; the new one is shown only once.
   *
   * @example const { secret } = await admin.webhooks.renewSecret(id, { sudo_token })
   */
  renewSecret(webhook_id: string, payload: SudoToken): Promise<AnswerOf<typeof renewWebhookSecret>>
  /**
   * Sends a test event now and returns the result.
   *
   * @example const { last_status } = await admin.webhooks.test(id)
   */
  test(webhook_id: string): Promise<AdminWebhookDelivery>
  /**
   * The deliveries, newest first.
   *
   * @example const { deliveries } = await admin.webhooks.deliveries(id, { limit: 20 })
   */
  deliveries(
    webhook_id: string,
    query?: DeliveriesQuery,
  ): Promise<AnswerOf<typeof listWebhookDeliveries>>
  /**
   * Sends an event again, now.
   *
   * @example await admin.webhooks.redeliver(id, delivery.id)
   */
  redeliver(webhook_id: string, delivery_id: string): Promise<AdminWebhookDelivery>
}

export function createWebhooks({ request }: AdminHost): Webhooks {
  return {
    list: () => request<typeof listWebhooks>('GET', '/v1/admin/webhooks', { auth: true }),
    create: ({ sudo_token, ...body }) =>
      request<typeof createWebhook>('POST', '/v1/admin/webhooks', {
        ...withSudo(sudo_token),
        body,
      }),
    change: (webhook_id, { sudo_token, ...body }) =>
      request<typeof changeWebhook>('PATCH', '/v1/admin/webhooks/{webhook_id}', {
        ...withSudo(sudo_token),
        params: { webhook_id },
        body,
      }),
    async remove(webhook_id, { sudo_token }) {
      await request<typeof removeWebhook>('DELETE', '/v1/admin/webhooks/{webhook_id}', {
        ...withSudo(sudo_token),
        params: { webhook_id },
      })
    },
    renewSecret: (webhook_id, { sudo_token }) =>
      request<typeof renewWebhookSecret>('POST', '/v1/admin/webhooks/{webhook_id}/secret', {
        ...withSudo(sudo_token),
        params: { webhook_id },
      }),
    test: (webhook_id) =>
      request<typeof testWebhook>('POST', '/v1/admin/webhooks/{webhook_id}/test', {
        auth: true,
        params: { webhook_id },
      }),
    deliveries: (webhook_id, query = {}) =>
      request<typeof listWebhookDeliveries>('GET', '/v1/admin/webhooks/{webhook_id}/deliveries', {
        auth: true,
        params: { webhook_id },
        query: toFields(query),
      }),
    redeliver: (webhook_id, delivery_id) =>
      request<typeof redeliverWebhook>(
        'POST',
        '/v1/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
        { auth: true, params: { webhook_id, delivery_id } },
      ),
  }
}
