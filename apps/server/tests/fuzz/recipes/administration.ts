import { CALLBACK } from '../../testing/raw-calls.ts'
import type { Recipe, Recipes } from './recipe.ts'
import { type Scene, someName } from './scene.ts'

const byBoss: Recipe = async ({ boss }) => ({ by: await boss() })

/** What administrators do to people, apps, third parties and webhooks. */
export const administration: Recipes = {
  'GET /v1/admin/overview': byBoss,
  'GET /v1/admin/settings': byBoss,
  'GET /v1/admin/events': async ({ boss }) => ({ by: await boss(), query: { limit: '10' } }),

  'GET /v1/admin/health': byBoss,
  'GET /v1/admin/jobs': byBoss,
  'GET /v1/admin/usage': async ({ boss }) => ({ by: await boss(), query: { limit: '10' } }),
  'PUT /v1/admin/usage/{sub}/quota': toNewcomer({ quota_bytes: 5_000_000_000 }),

  'GET /v1/admin/drives': async ({ boss }) => ({ by: await boss(), query: { limit: '10' } }),
  'POST /v1/admin/drives': async ({ boss, newcomer }) => ({
    by: await boss(),
    body: { name: 'Choir', manager_sub: (await newcomer()).sub, quota_bytes: 5_000_000_000 },
  }),
  'PATCH /v1/admin/drives/{id}': toTeamDrive({ body: { name: 'Band', quota_bytes: null } }),
  'DELETE /v1/admin/drives/{id}': toTeamDrive({ query: { name: 'Choir' } }),
  'PUT /v1/admin/drives/{id}/managers/{sub}': async (scene) => {
    const ready = await toTeamDrive({})(scene)
    return { ...ready, params: { ...ready.params, sub: (await scene.newcomer()).sub } }
  },
  'POST /drive/v1/drives': async ({ boss }) => ({ by: await boss(), body: { name: 'Choir' } }),
  'PATCH /drive/v1/drives/{id}': toTeamDrive({ body: { name: 'Band' } }),
  'DELETE /drive/v1/drives/{id}': toTeamDrive({ query: { name: 'Choir' } }),

  'GET /v1/admin/users': async ({ boss }) => ({ by: await boss(), query: { limit: '10' } }),
  'GET /v1/admin/users/{sub}': toNewcomer(),
  'DELETE /v1/admin/users/{sub}': toNewcomer(),
  'POST /v1/admin/users/{sub}/status': toNewcomer({ status: 'FROZEN', reason: 'because' }),
  'POST /v1/admin/users/{sub}/password_reset': toNewcomer({ reason: 'because' }),
  'POST /v1/admin/users/{sub}/two_factor/off': async ({ boss, withTotp }) => ({
    by: await boss(),
    params: { sub: (await withTotp()).sub },
    body: { reason: 'a phone was lost' },
  }),
  'POST /v1/admin/users/{sub}/sessions/end': toNewcomer({ reason: 'because' }),
  'DELETE /v1/admin/users/{sub}/app_passwords/{id}': async ({ boss, newcomer, call }) => {
    const owner = await newcomer()
    const body = { name: 'Laptop' }
    const { id } = await call('POST /v1/user/app_passwords', { by: owner, body })
    return { by: await boss(), params: { sub: owner.sub, id: id as string } }
  },
  'POST /v1/admin/users/{sub}/administrator': toNewcomer({ is_administrator: true }),

  'GET /v1/admin/apps': byBoss,
  'POST /v1/admin/apps': async ({ boss }) => ({ by: await boss(), body: newApp }),
  'GET /v1/admin/apps/{app_id}': toApp(),
  'PATCH /v1/admin/apps/{app_id}': toApp({ name: 'Notes again', description: null }),
  'DELETE /v1/admin/apps/{app_id}': toApp(),
  'POST /v1/admin/apps/{app_id}/secret': toApp(),

  'GET /v1/admin/providers': byBoss,
  'PUT /v1/admin/providers/{provider_id}': async ({ boss }) => ({
    by: await boss(),
    params: { provider_id: someName() },
    body: newProvider,
  }),
  'DELETE /v1/admin/providers/{provider_id}': async ({ boss, call }) => {
    const by = await boss()
    const provider_id = someName()
    await call(`PUT /v1/admin/providers/${provider_id}`, { by, body: newProvider })
    return { by, params: { provider_id } }
  },

  'GET /v1/admin/webhooks': byBoss,
  'POST /v1/admin/webhooks': async ({ boss, receiver }) => ({
    by: await boss(),
    body: { url: receiver, event_types: ['account.nothing'] },
  }),
  'PATCH /v1/admin/webhooks/{webhook_id}': toWebhook({ event_types: ['account.signed_in'] }),
  'DELETE /v1/admin/webhooks/{webhook_id}': toWebhook(),
  'POST /v1/admin/webhooks/{webhook_id}/secret': toWebhook(),
  'POST /v1/admin/webhooks/{webhook_id}/test': toWebhook(),
  'GET /v1/admin/webhooks/{webhook_id}/deliveries': toWebhook(),
  'POST /v1/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/retry': async (scene) => {
    const by = await scene.boss()
    const webhook_id = await addWebhook(scene)
    const { id } = await scene.call(`POST /v1/admin/webhooks/${webhook_id}/test`, { by })
    return { by, params: { webhook_id, delivery_id: id } }
  },
}

const newApp = { name: 'Notes', redirect_uris: [CALLBACK], scope: 'openid', is_confidential: true }
const newProvider = { preset: 'github', client_id: 'ours', client_secret: 'a secret of ours' }

function toNewcomer(body?: Record<string, unknown>): Recipe {
  return async ({ boss, newcomer }) => ({
    by: await boss(),
    params: { sub: (await newcomer()).sub },
    ...(body && { body }),
  })
}

function toApp(body?: Record<string, unknown>): Recipe {
  return async ({ boss, call }) => {
    const by = await boss()
    const { app } = await call('POST /v1/admin/apps', { by, body: newApp })
    return { by, params: { app_id: app.id }, ...(body && { body }) }
  }
}

function toWebhook(body?: Record<string, unknown>): Recipe {
  return async (scene) => ({
    by: await scene.boss(),
    params: { webhook_id: await addWebhook(scene) },
    ...(body && { body }),
  })
}

async function addWebhook({ boss, call, receiver }: Scene): Promise<string> {
  const body = { url: receiver, event_types: ['account.nothing'] }
  const { webhook } = await call('POST /v1/admin/webhooks', { by: await boss(), body })
  return webhook.id
}

/** One that the administrator manages. */
function toTeamDrive(more: object): Recipe {
  return async ({ boss, call }) => {
    const by = await boss()
    const { id } = await call('POST /drive/v1/drives', { by, body: { name: 'Choir' } })
    return { ...more, by, params: { id } }
  }
}
