import type { EventEnvelope } from '@awan/protocol'
import {
  type AdminSetting,
  auditEvents,
  serverOverview,
  serverSettings,
} from '@awan/protocol/account'
import type { SettingFact } from '../../config/setting-facts.ts'
import type { Database } from '../../db/database.ts'
import { type Route, route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventLog } from '../events/events.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { selectNames } from '../users/users.ts'
import { readOverview } from './overview.ts'

const DAY_MS = 24 * 3600_000

export function serverRoutes({
  db,
  clock,
  events,
  sessions,
  settings,
}: {
  db: Database
  clock: Clock
  events: EventLog
  sessions: Sessions
  settings: readonly SettingFact[]
}): Route[] {
  return [
    route(auditEvents, { admin: true }, async ({ query }) => {
      const { type, sub, from, to, limit, page_token: belowId } = query
      const filter = { type, sub, from: toMs(from), to: toMs(to), belowId, limit }
      const { page, nextId, names } = await db.readLong(async (reader) => {
        const { events: page, nextId } = await events.page(reader, filter)
        const subs = new Set(page.flatMap(peopleOf))
        return { page, nextId, names: await selectNames(reader, [...subs]) }
      })
      return {
        events: page.map((envelope) => ({ ...envelope })),
        names: Object.fromEntries(names.map((user) => [user.sub, user.name])),
        ...(nextId !== undefined && { next_page_token: nextId }),
      }
    }),
    route(serverOverview, { admin: true }, async () => {
      const dayAgoMs = clock.now() - DAY_MS
      const overview = await db.readLong((reader) =>
        readOverview(reader, { events, sessions, dayAgoMs }),
      )
      const { byStatus, lastDay } = overview
      return {
        users: {
          total: Object.values(byStatus).reduce((sum, n) => sum + n, 0),
          by_status: byStatus,
        },
        administrators: overview.administrators,
        live_sessions: overview.liveSessions,
        apps: overview.apps,
        webhooks: overview.webhooks,
        waiting_webhook_deliveries: overview.waitingDeliveries,
        last_day: {
          sign_ups: lastDay.signUps,
          sign_ins: lastDay.signIns,
          failed_sign_ins: lastDay.failedSignIns,
        },
      }
    }),
    route(serverSettings, { admin: true }, async () => ({ settings: settings.map(toSetting) })),
  ]
}

/** Whom an event is about, and the administrator who did it, if one did. */
function peopleOf({ subject, data }: EventEnvelope): string[] {
  const { administrator } = (data ?? {}) as { administrator?: unknown }
  return [subject, administrator].filter((sub) => typeof sub === 'string')
}

function toSetting({ name, isSet, value, isSecret, fallback, meaning }: SettingFact): AdminSetting {
  return {
    name,
    is_set: isSet,
    ...(value !== undefined && { value }),
    is_secret: isSecret,
    default: fallback,
    meaning,
  }
}

function toMs(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time)
}
