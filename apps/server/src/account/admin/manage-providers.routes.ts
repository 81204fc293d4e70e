import {
  type AdminProvider,
  listProviderSettings,
  removeProviderSettings,
  saveProviderSettings,
} from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { ProviderView } from '../providers/provider-settings.ts'
import type { ManageProviders } from './manage-providers.ts'

export function manageProvidersRoutes({
  manageProviders,
}: {
  manageProviders: ManageProviders
}): Route[] {
  return [
    route(listProviderSettings, { admin: true }, async () => ({
      providers: (await manageProviders.list()).map(toProvider),
    })),
    // Who decides which third party is believed can become anybody.
    route(saveProviderSettings, sensitive, async ({ params, body, user, caller }) => {
      const change = {
        id: params.provider_id,
        preset: body.preset,
        name: body.name,
        clientId: body.client_id,
        clientSecret: body.client_secret,
        issuer: body.issuer,
        teamId: body.team_id,
        keyId: body.key_id,
        appClientIds: body.app_client_ids,
        isEnabled: body.is_enabled,
      }
      return toProvider(await manageProviders.save(change, user, caller))
    }),
    route(removeProviderSettings, sensitive, async ({ params, user, caller }) => {
      await manageProviders.remove(params.provider_id, user, caller)
      return {}
    }),
  ]
}

const sensitive = { admin: true, sudo: true } as const

function toProvider(view: ProviderView): AdminProvider {
  return {
    id: view.id,
    preset: view.preset,
    name: view.name,
    client_id: view.clientId,
    has_secret: view.hasSecret,
    ...(view.issuer !== undefined && { issuer: view.issuer }),
    ...(view.teamId !== undefined && { team_id: view.teamId }),
    ...(view.keyId !== undefined && { key_id: view.keyId }),
    ...(view.appClientIds?.length && { app_client_ids: [...view.appClientIds] }),
    is_enabled: view.isEnabled,
    source: view.source,
  }
}
