import type { SettingFact } from '../../config/setting-facts.ts'
import type { Database } from '../../db/database.ts'
import type { Route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Apps } from '../apps/apps.ts'
import type { EventLog } from '../events/events.ts'
import type { Groups } from '../groups/groups.ts'
import type { ProviderSettings } from '../providers/provider-settings.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { AccountFiles } from '../users/account-files.ts'
import { manageAppsRoutes } from './manage-apps.routes.ts'
import { createManageApps } from './manage-apps.ts'
import { manageGroupsRoutes } from './manage-groups.routes.ts'
import { createManageGroups } from './manage-groups.ts'
import { manageProvidersRoutes } from './manage-providers.routes.ts'
import { createManageProviders } from './manage-providers.ts'
import { peopleRoutes } from './people.routes.ts'
import type { People } from './people.ts'
import { serverRoutes } from './server.routes.ts'

/** Everything below /v1/admin but webhooks, which keep their own. */
export function adminRoutes({
  db,
  clock,
  events,
  sessions,
  people,
  apps,
  groups,
  accountFiles,
  providerSettings,
  settings,
}: {
  db: Database
  clock: Clock
  events: EventLog
  sessions: Sessions
  people: People
  apps: Apps
  groups: Groups
  accountFiles: readonly AccountFiles[]
  providerSettings: ProviderSettings
  settings: readonly SettingFact[]
}): Route[] {
  return [
    ...peopleRoutes({ people }),
    ...manageAppsRoutes({ manageApps: createManageApps({ db, apps, events }) }),
    ...manageGroupsRoutes({
      manageGroups: createManageGroups({ db, groups, events, accountFiles }),
    }),
    ...manageProvidersRoutes({
      manageProviders: createManageProviders({ db, settings: providerSettings, events }),
    }),
    ...serverRoutes({ db, clock, events, sessions, settings }),
  ]
}
