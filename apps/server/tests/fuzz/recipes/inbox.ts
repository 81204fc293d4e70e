import type { Recipe, Recipes } from './recipe.ts'
import { type Scene, type Somebody, someName } from './scene.ts'

/** What people are told, and requests for access. */
export const inbox: Recipes = {
  'GET /drive/v1/inbox': async ({ resident }) => ({
    by: await resident(),
    query: { page_size: '10' },
  }),
  'POST /drive/v1/inbox:markRead': async (scene) => {
    const { guest, id } = await beTold(scene)
    return { by: guest, body: { ids: [id] } }
  },
  'DELETE /drive/v1/inbox/{id}': async (scene) => {
    const { guest, id } = await beTold(scene)
    return { by: guest, params: { id } }
  },
  'POST /drive/v1/access_requests': async (scene) => {
    const { guest, drive_id, file_id } = await addFolder(scene)
    return { by: guest, body: { drive_id, file_id, message: 'Please' } }
  },
  'POST /drive/v1/inbox/{id}/grant': async (scene) => {
    const { owner, id } = await beAsked(scene)
    return { by: owner, params: { id }, body: { role: 'viewer' } }
  },
  'POST /drive/v1/inbox/{id}/decline': async (scene) => {
    const { owner, id } = await beAsked(scene)
    return { by: owner, params: { id } }
  },
  'GET /drive/v1/inbox/settings': async ({ resident }) => ({ by: await resident() }),
  'PATCH /drive/v1/inbox/settings': async ({ newcomer }) => ({
    by: await newcomer(),
    body: {
      shared_with_you: 'daily',
      role_changed: 'never',
      access_ended: 'never',
      drop_arrived: 'at_once',
      access_asked: 'daily',
      transfer_offered: 'daily',
      transfer_answered: 'never',
      manager_appointed: 'daily',
    },
  }),
  'GET /drive/v1/inbox/unsubscribe': toUnsubscribe(),
  'POST /drive/v1/inbox/unsubscribe': toUnsubscribe(),
}

async function addFolder({ resident, newcomer, call }: Scene) {
  const [owner, guest] = [await resident(), await newcomer()]
  const body = { kind: 'folder', name: someName() }
  const { id } = await call('POST /drive/v1/files', { by: owner, body })
  const { drives } = await call('GET /drive/v1/drives', { by: owner })
  return { owner, guest, drive_id: drives[0].id as string, file_id: id as string }
}

async function beTold(scene: Scene): Promise<{ guest: Somebody; id: string }> {
  const { owner, guest, file_id } = await addFolder(scene)
  const body = { grantee: { kind: 'person', sub: guest.sub }, role: 'viewer' }
  await scene.call(`POST /drive/v1/files/${file_id}/grants`, { by: owner, body })
  const { messages } = await scene.call('GET /drive/v1/inbox', { by: guest })
  return { guest, id: messages[0].id }
}

async function beAsked(scene: Scene): Promise<{ owner: Somebody; id: string }> {
  const { owner, guest, drive_id, file_id } = await addFolder(scene)
  const body = { drive_id, file_id }
  await scene.call('POST /drive/v1/access_requests', { by: guest, body })
  const { messages } = await scene.call('GET /drive/v1/inbox', { by: owner })
  const asked = (messages as { id: string; file?: { id: string } }[]).find(
    ({ file }) => file?.id === file_id,
  )
  if (!asked) throw new Error('the owner was not asked')
  return { owner, id: asked.id }
}

function toUnsubscribe(): Recipe {
  return async (scene) => {
    const { guest } = await beTold(scene)
    await scene.runChore('mails about inboxes')
    const outbox = await fetch(`${scene.url}/dev/outbox`)
    const messages = (await outbox.json()) as { to: string; text: string }[]
    const mail = messages.find(({ to, text }) => to === guest.email && text.includes('?token='))
    const token = /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    if (token === undefined) throw new Error('there is no mail with a way out')
    return { query: { token } }
  }
}
