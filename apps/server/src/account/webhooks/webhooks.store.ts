import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedQuery } from '../../db/prepared-query.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../db/tables.ts'

export async function insertWebhook(writer: Writer, row: WebhookRow): Promise<void> {
  await writer.insertInto('webhooks').values(row).execute()
}

export async function selectWebhooks(reader: Reader): Promise<WebhookRow[]> {
  return reader.selectFrom('webhooks').selectAll().orderBy('id').execute()
}

export async function selectWebhook(reader: Reader, id: string): Promise<WebhookRow | undefined> {
  return reader.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function selectEnabledWebhooks(
  reader: Reader,
): Promise<Pick<WebhookRow, 'id' | 'event_types'>[]> {
  return reader.run(enabledWebhooks, {})
}

/** Asked at every event. */
const enabledWebhooks = createPreparedQuery('enabled_webhooks', [], (reader) =>
  reader
    .selectFrom('webhooks')
    .select(['id', 'event_types'])
    .where('is_enabled', '=', 1)
    .orderBy('id'),
)

export async function updateWebhook(
  writer: Writer,
  id: string,
  change: Partial<Omit<WebhookRow, 'id'>>,
): Promise<WebhookRow | undefined> {
  return writer
    .updateTable('webhooks')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** False when it is disabled or gone already. */
export async function disableWebhook(writer: Writer, id: string, nowMs: number): Promise<boolean> {
  const row = await writer
    .updateTable('webhooks')
    .set({ is_enabled: 0, updated_at: nowMs })
    .where('id', '=', id)
    .where('is_enabled', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteWebhook(writer: Writer, id: string): Promise<WebhookRow | undefined> {
  return writer.deleteFrom('webhooks').where('id', '=', id).returningAll().executeTakeFirst()
}

export async function insertDeliveries(
  writer: Writer,
  rows: readonly WebhookDeliveryRow[],
): Promise<void> {
  await writer.insertInto('webhook_deliveries').values(rows).execute()
}

export async function selectDelivery(
  reader: Reader,
  id: string,
): Promise<WebhookDeliveryRow | undefined> {
  return reader.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first. */
export async function selectDeliveries(
  reader: Reader,
  { webhookId, belowId, limit }: { webhookId: string; belowId?: string | undefined; limit: number },
): Promise<WebhookDeliveryRow[]> {
  let query = reader
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
  if (belowId !== undefined) query = query.where('id', '<', belowId)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export async function selectDueDeliveries(
  reader: Reader,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<Pick<WebhookDeliveryRow, 'id' | 'next_at'>[]> {
  return reader
    .selectFrom('webhook_deliveries')
    .select(['id', 'next_at'])
    .where('next_at', '<=', nowMs)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Takes one delivery for a while. Of several processes that saw it due, one finds its time unchanged.
 */
export async function claimDelivery(
  writer: Writer,
  { id, next_at }: Pick<WebhookDeliveryRow, 'id' | 'next_at'>,
  untilMs: number,
): Promise<WebhookDeliveryRow | undefined> {
  return writer
    .updateTable('webhook_deliveries')
    .set((eb) => ({ next_at: untilMs, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .returningAll()
    .executeTakeFirst()
}

export async function updateDelivery(
  writer: Writer,
  id: string,
  change: Partial<Pick<WebhookDeliveryRow, 'next_at' | 'last_status' | 'delivered_at'>>,
): Promise<void> {
  await writer.updateTable('webhook_deliveries').set(change).where('id', '=', id).execute()
}

/** Gives up what is still waiting for a webhook that takes no more. */
export async function dropWaitingDeliveries(writer: Writer, webhookId: string): Promise<void> {
  await writer
    .updateTable('webhook_deliveries')
    .set({ next_at: null })
    .where('webhook_id', '=', webhookId)
    .where('next_at', 'is not', null)
    .execute()
}

export async function deleteOldDeliveries(writer: Writer, beforeMs: number): Promise<void> {
  await writer
    .deleteFrom('webhook_deliveries')
    .where('next_at', 'is', null)
    .where('created_at', '<', beforeMs)
    .execute()
}

export async function countWebhooks(reader: Reader): Promise<number> {
  const { n } = await reader
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function countWaitingDeliveries(reader: Reader): Promise<number> {
  const { n } = await reader
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('next_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
