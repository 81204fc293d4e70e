import type { Recipe, Recipes } from './recipe.ts'
import { type Scene, type Somebody, someName } from './scene.ts'

const PASSWORD = 'tangerine under snow'

/** Links of the person's own drive, and their visitors. */
export const links: Recipes = {
  'POST /drive/v1/links': async ({ resident }) => ({
    by: await resident(),
    body: {
      node_id: 'root',
      role: 'drop',
      password: PASSWORD,
      expires_at: '2999-01-02T03:04:05Z',
      download_limit: 5,
      allow_download: true,
      label: 'Trips',
      note: 'for the choir',
      custom_name: someName(),
      ask_name: false,
      ask_email: true,
      arrival_mail: 'at_once',
      drop: {
        max_file_size: 1000,
        max_total_size: 100_000,
        types: ['image/*', '.pdf'],
        deadline: '2999-01-02T03:04:05Z',
      },
    },
  }),
  'GET /drive/v1/links': async ({ resident }) => ({
    by: await resident(),
    query: { node_id: 'root' },
  }),
  'GET /drive/v1/links:mine': async ({ resident }) => ({
    by: await resident(),
    query: { page_size: '10' },
  }),
  'PATCH /drive/v1/links/{id}': toLink({ body: { label: 'Sea', role: 'editor' } }),
  'DELETE /drive/v1/links/{id}': toLink(),
  'GET /drive/v1/links/{id}/received': toLink({ query: { page_size: '10' } }),
  'GET /v1/admin/links': async ({ boss }) => ({
    by: await boss(),
    query: { query: 'trip', without_password: 'true', without_end: 'false', limit: '10' },
  }),
  'DELETE /v1/admin/links/{drive_id}/{id}': async (scene) => {
    const { id, drive_id } = await share(scene)
    return { by: await scene.boss(), params: { drive_id, id } }
  },
  'GET /v1/admin/link_policy': async ({ boss }) => ({ by: await boss() }),
  'PUT /v1/admin/link_policy': async ({ boss }) => ({
    by: await boss(),
    body: { enabled: true, needs_password: false, max_days: 36_500, open_names: true },
  }),
  'POST /drive/v1/links:open': async (scene) => {
    const { token } = await share(scene)
    return { body: { token, password: PASSWORD, name: 'Ben' } }
  },
  'POST /drive/v1/links:sendCode': async (scene) => {
    const { token } = await share(scene, { role: 'drop', ask_email: true })
    return { body: { token, password: PASSWORD, email: `${someName()}@example.org` } }
  },
}

function toLink(more: object = {}): Recipe {
  return async (scene) => {
    const { by, id } = await share(scene)
    return { ...more, by, params: { id } }
  }
}

interface SharedLink {
  by: Somebody
  id: string
  drive_id: string
  token: string
}

async function share(scene: Scene, more: object = {}): Promise<SharedLink> {
  const by = await scene.resident()
  const folder = { kind: 'folder', name: someName() }
  const { id: node_id } = await scene.call('POST /drive/v1/files', { by, body: folder })
  const body = { node_id, password: PASSWORD, ...more }
  const { id, drive_id, token } = await scene.call('POST /drive/v1/links', { by, body })
  return { by, id, drive_id, token }
}
