import type { SettingFact } from '../../config/setting-facts.ts'
import type { Route } from '../../http/route.ts'
import type { Apps } from '../apps/apps.ts'
import type { ProviderSettings } from '../providers/provider-settings.ts'
import { manageAppsRoutes } from './manage-apps.routes.ts'
import { createManageApps } from './manage-apps.ts'
import { manageProvidersRoutes } from './manage-providers.routes.ts'
import { createManageProviders } from './manage-providers.ts'
import { peopleRoutes } from './people.routes.ts'
import { createPeople, type PeopleParts } from './people.ts'
import { serverRoutes } from './server.routes.ts'

/** Everything below /v1/admin but webhooks, which keep their own. */
export function adminRoutes({
  apps,
  providerSettings,
  settings,
  ...parts
}: PeopleParts & {
  apps: Apps
  providerSettings: ProviderSettings
  settings: readonly SettingFact[]
}): Route[] {
  const { db, events } = parts
  return [
    ...peopleRoutes({ people: createPeople(parts) }),
    ...manageAppsRoutes({ manageApps: createManageApps({ db, apps, events }) }),
    ...manageProvidersRoutes({
      manageProviders: createManageProviders({ db, settings: providerSettings, events }),
    }),
    ...serverRoutes({ ...parts, settings }),
  ]
}
