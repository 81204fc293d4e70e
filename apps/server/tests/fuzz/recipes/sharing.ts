import type { Recipe, Recipes } from './recipe.ts'
import { type Scene, someName } from './scene.ts'

/** Sharing with people and groups. */
export const sharing: Recipes = {
  'GET /drive/v1/grantees': async ({ resident }) => ({
    by: await resident(),
    query: { query: 'a', limit: '10' },
  }),
  'GET /drive/v1/shared_with_me': toPage(),
  'GET /drive/v1/shared_by_me': toPage(),
  'GET /drive/v1/leaving': toPage(),
  'GET /drive/v1/files/{id}/grants': async (scene) => {
    const { by, fileId } = await share(scene)
    return { by, params: { id: fileId } }
  },
  'POST /drive/v1/files/{id}/grants': async (scene) => {
    const { by, fileId, guest } = await share(scene)
    const grantee = { kind: 'person', sub: guest.sub }
    const body = { grantee, role: 'editor', note: 'Hi', expires_time: '2100-01-01T00:00:00Z' }
    return { by, params: { id: fileId }, body }
  },
  'PATCH /drive/v1/grants/{id}': async (scene) => {
    const { by, grant } = await share(scene)
    const body = { role: 'manager', note: 'Hi', expires_time: '2100-01-01T00:00:00Z' }
    return { by, params: { id: grant.id }, body }
  },
  'DELETE /drive/v1/grants/{id}': async (scene) => {
    const { by, grant } = await share(scene)
    return { by, params: { id: grant.id } }
  },
  'POST /drive/v1/files/{id}/offers': async (scene) => {
    const { by, fileId, guest } = await share(scene)
    const body = { to_sub: guest.sub, note: 'Yours', keep_editing: true }
    return { by, params: { id: fileId }, body }
  },
  'GET /drive/v1/offers': async (scene) => ({ by: (await offer(scene)).guest }),
  'GET /drive/v1/offers/{id}': async (scene) => {
    const { guest, id } = await offer(scene)
    return { by: guest, params: { id } }
  },
  'DELETE /drive/v1/offers/{id}': async (scene) => {
    const { by, id } = await offer(scene)
    return { by, params: { id } }
  },
  'POST /drive/v1/offers/{id}/accept': async (scene) => {
    const { guest, id } = await offer(scene)
    const { drives } = await scene.call('GET /drive/v1/drives', { by: guest })
    const body = { drive_id: drives[0].id, parent_id: 'root', conflict: 'rename' }
    return { by: guest, params: { id }, body }
  },
  'POST /drive/v1/offers/{id}/decline': async (scene) => {
    const { guest, id } = await offer(scene)
    return { by: guest, params: { id } }
  },
  'PATCH /drive/v1/shared_with_me/{id}': async (scene) => {
    const { guest, grant } = await share(scene)
    const query = { drive_id: grant.drive_id }
    return { by: guest, params: { id: grant.id }, query, body: { alias: 'Our trip' } }
  },
  'DELETE /drive/v1/shared_with_me/{id}': async (scene) => {
    const { guest, grant } = await share(scene)
    return { by: guest, params: { id: grant.id }, query: { drive_id: grant.drive_id } }
  },

  'GET /v1/admin/groups': async ({ boss }) => ({ by: await boss(), query: { limit: '10' } }),
  'POST /v1/admin/groups': async ({ boss }) => ({ by: await boss(), body: { name: someName() } }),
  'GET /v1/admin/groups/{group_id}': toGroup(),
  'PATCH /v1/admin/groups/{group_id}': async (scene) => ({
    ...(await toGroup()(scene)),
    body: { name: someName() },
  }),
  'DELETE /v1/admin/groups/{group_id}': toGroup(),
  'PUT /v1/admin/groups/{group_id}/people/{sub}': async (scene) => {
    const { sub } = await scene.resident()
    return { by: await scene.boss(), params: { group_id: await addGroup(scene), sub } }
  },
  'DELETE /v1/admin/groups/{group_id}/people/{sub}': async (scene) => {
    const [by, group_id, { sub }] = [
      await scene.boss(),
      await addGroup(scene),
      await scene.resident(),
    ]
    await scene.call(`PUT /v1/admin/groups/${group_id}/people/${sub}`, { by })
    return { by, params: { group_id, sub } }
  },
  'PUT /v1/admin/groups/{group_id}/groups/{inner_id}': async (scene) => ({
    by: await scene.boss(),
    params: { group_id: await addGroup(scene), inner_id: await addGroup(scene) },
  }),
  'DELETE /v1/admin/groups/{group_id}/groups/{inner_id}': async (scene) => {
    const [by, group_id, inner_id] = [
      await scene.boss(),
      await addGroup(scene),
      await addGroup(scene),
    ]
    await scene.call(`PUT /v1/admin/groups/${group_id}/groups/${inner_id}`, { by })
    return { by, params: { group_id, inner_id } }
  },
}

function toPage(): Recipe {
  return async ({ resident }) => ({ by: await resident(), query: { page_size: '10' } })
}

function toGroup(): Recipe {
  return async (scene) => ({ by: await scene.boss(), params: { group_id: await addGroup(scene) } })
}

async function addGroup({ boss, call }: Scene): Promise<string> {
  const body = { name: someName() }
  return (await call('POST /v1/admin/groups', { by: await boss(), body })).id
}

async function share({ resident, newcomer, call }: Scene) {
  const [by, guest] = [await resident(), await newcomer()]
  const folder = { kind: 'folder', name: someName() }
  const { id: fileId } = await call('POST /drive/v1/files', { by, body: folder })
  const body = { grantee: { kind: 'person', sub: guest.sub }, role: 'viewer' }
  const grant = await call(`POST /drive/v1/files/${fileId}/grants`, { by, body })
  return { by, guest, fileId, grant } as const
}

/** A file that is offered to a guest. */
async function offer(scene: Scene) {
  const { by, fileId, guest } = await share(scene)
  const body = { to_sub: guest.sub }
  const { id } = await scene.call(`POST /drive/v1/files/${fileId}/offers`, { by, body })
  return { by, guest, id: id as string }
}
