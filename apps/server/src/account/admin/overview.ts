import type { Reader } from '../../db/database.ts'
import { countApps } from '../apps/apps.ts'
import type { EventLog } from '../events/events.ts'
import { countVisits, type Sessions } from '../sessions/sessions.ts'
import { countAdministrators, countUsersByStatus } from '../users/users.ts'
import { countWaitingDeliveries, countWebhooks } from '../webhooks/webhooks.ts'

export interface Overview {
  byStatus: Record<string, number>
  administrators: number
  liveSessions: number
  apps: number
  webhooks: number
  waitingDeliveries: number
  lastDay: { signUps: number; signIns: number; failedSignIns: number }
}

/** Counts by scanning: for a long reader. */
export async function readOverview(
  reader: Reader,
  { events, sessions, dayAgoMs }: { events: EventLog; sessions: Sessions; dayAgoMs: number },
): Promise<Overview> {
  const lastDay = await events.count(reader, [SIGNED_UP, FAILED], dayAgoMs)
  return {
    byStatus: await countUsersByStatus(reader),
    administrators: await countAdministrators(reader),
    liveSessions: await sessions.countOpen(reader),
    apps: await countApps(reader),
    webhooks: await countWebhooks(reader),
    waitingDeliveries: await countWaitingDeliveries(reader),
    lastDay: {
      signUps: lastDay.get(SIGNED_UP) ?? 0,
      // Who has just signed up is in without another sign-in.
      signIns: await countVisits(reader, dayAgoMs),
      failedSignIns: lastDay.get(FAILED) ?? 0,
    },
  }
}

const SIGNED_UP = 'account.signed_up'
const FAILED = 'account.sign_in_failed'
