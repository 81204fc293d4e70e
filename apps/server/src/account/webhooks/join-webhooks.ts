import type { Database } from '../../db/database.ts'
import type { Route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Random } from '../../kernel/id.ts'
import type { Log } from '../../kernel/log.ts'
import type { OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import { createSeal } from '../../kernel/seal.ts'
import type { EventLog } from '../events/events.ts'
import { createDeliverWebhooks } from './deliver-webhooks.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { createWebhooks } from './webhooks.ts'

export interface JoinWebhooksParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  events: EventLog
  requests: OutgoingRequests
  source: string
  log: Log | undefined
  timeoutMs?: number | undefined
}

/** All of webhooks but the queueing, which belongs to the events. */
export function joinWebhooks(parts: JoinWebhooksParts): { routes: Route[]; chores: Chore[] } {
  const seal = createSeal({ key: parts.codeKey, purpose: 'webhook', random: parts.random })
  const deliver = createDeliverWebhooks({ ...parts, seal })
  const webhooks = createWebhooks({ ...parts, seal, deliver })
  return {
    routes: webhookRoutes({ webhooks }),
    chores: [
      { name: 'webhook deliveries', everyMs: 1000, run: deliver.run },
      { name: 'old webhook deliveries', everyMs: 3600_000, run: deliver.removeOld },
    ],
  }
}
