import {
  type AdminApp,
  changeApp,
  getApp,
  listApps,
  registerApp,
  removeApp,
  renewAppSecret,
} from '@awan/protocol/account'
import type { AppRow } from '../../db/tables.ts'
import { type Route, route } from '../../http/route.ts'
import type { AppFields } from '../apps/apps.ts'
import type { ManageApps } from './manage-apps.ts'

export function manageAppsRoutes({ manageApps }: { manageApps: ManageApps }): Route[] {
  return [
    route(listApps, { admin: true }, async () => ({
      apps: (await manageApps.list()).map(toApp),
    })),
    route(getApp, { admin: true }, async ({ params }) =>
      toApp(await manageApps.get(params.app_id)),
    ),
    route(registerApp, sensitive, async ({ body, user: admin, caller }) => {
      const app = {
        name: body.name,
        description: body.description ?? null,
        picture: body.picture ?? null,
        url: body.url ?? null,
        redirectUris: body.redirect_uris,
        signOutUris: body.sign_out_uris,
        scope: body.scope,
        idTokenAlgorithm: body.id_token_signed_response_alg,
        requiresPkce: body.requires_pkce,
        isEnabled: true,
        isConfidential: body.is_confidential,
      }
      const { row, secret } = await manageApps.register(app, { admin, caller })
      return { app: toApp(row), ...(secret !== undefined && { client_secret: secret }) }
    }),
    route(changeApp, sensitive, async ({ params, body, user: admin, caller }) => {
      const changes: Partial<AppFields> = {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.description !== undefined && { description: body.description }),
        ...(body.picture !== undefined && { picture: body.picture }),
        ...(body.url !== undefined && { url: body.url }),
        ...(body.redirect_uris && { redirectUris: body.redirect_uris }),
        ...(body.sign_out_uris && { signOutUris: body.sign_out_uris }),
        ...(body.scope !== undefined && { scope: body.scope }),
        ...(body.id_token_signed_response_alg && {
          idTokenAlgorithm: body.id_token_signed_response_alg,
        }),
        ...(body.requires_pkce !== undefined && { requiresPkce: body.requires_pkce }),
        ...(body.is_enabled !== undefined && { isEnabled: body.is_enabled }),
      }
      return toApp(await manageApps.change(params.app_id, changes, { admin, caller }))
    }),
    route(renewAppSecret, sensitive, async ({ params, user: admin, caller }) => {
      const { row, secret } = await manageApps.renewSecret(params.app_id, { admin, caller })
      return { app: toApp(row), client_secret: secret }
    }),
    route(removeApp, sensitive, async ({ params, user: admin, caller }) => {
      await manageApps.remove(params.app_id, { admin, caller })
      return {}
    }),
  ]
}

const sensitive = { admin: true, sudo: true } as const

function toApp(row: AppRow): AdminApp {
  return {
    id: row.id,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    ...(row.picture !== null && { picture: row.picture }),
    ...(row.url !== null && { url: row.url }),
    redirect_uris: JSON.parse(row.redirect_uris) as string[],
    sign_out_uris: JSON.parse(row.sign_out_uris) as string[],
    scope: row.scope,
    is_confidential: row.secret_hash !== null,
    id_token_signed_response_alg: row.id_token_alg,
    requires_pkce: row.requires_pkce === 1,
    is_enabled: row.is_enabled === 1,
    created_by: row.created_by,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}
