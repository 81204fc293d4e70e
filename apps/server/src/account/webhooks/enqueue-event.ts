import type { EventEnvelope } from '@awan/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Forward } from '../events/events.ts'
import { insertDeliveries, selectEnabledWebhooks } from './webhooks.store.ts'

/** Puts an event on its way to every webhook that wants it, in the transaction of the event itself. */
export function createEnqueueEvent({ clock, random }: { clock: Clock; random: Random }): Forward {
  return async (writer, envelope) => {
    const webhooks = await selectEnabledWebhooks(writer)
    const wanting = webhooks.filter(({ event_types }) => wants(event_types, envelope))
    if (wanting.length === 0) return
    const nowMs = clock.now()
    const body = JSON.stringify(envelope)
    await insertDeliveries(
      writer,
      wanting.map(({ id }) => ({
        id: createId(random, nowMs),
        webhook_id: id,
        body,
        attempts: 0,
        next_at: nowMs,
        last_status: null,
        created_at: nowMs,
        delivered_at: null,
      })),
    )
  }
}

function wants(eventTypes: string, { type }: EventEnvelope): boolean {
  const types = JSON.parse(eventTypes) as string[]
  return types.length === 0 || types.includes(type)
}
