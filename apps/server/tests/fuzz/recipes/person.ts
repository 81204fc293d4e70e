import { PASSWORD } from '../../testing/person.ts'
import type { Recipe, Recipes } from './recipe.ts'
import { type Scene, someName } from './scene.ts'

const byResident: Recipe = async ({ resident }) => ({ by: await resident() })
const byNewcomer: Recipe = async ({ newcomer }) => ({ by: await newcomer() })

/** The person's own: profile, contact, password, sessions, sudo, export and deletion. */
export const person: Recipes = {
  'GET /v1/user/me': byResident,
  'DELETE /v1/user/me': byNewcomer,
  'GET /v1/user/me/deletion/eligibility': byResident,
  'PATCH /v1/user/profile': async ({ newcomer }) => ({
    by: await newcomer(),
    body: {
      name: 'Budi',
      username: someName(),
      birthdate: '1990-01-02',
      zoneinfo: 'Asia/Jakarta',
      locale: 'id',
      address: { locality: 'Bandung', country: 'ID' },
    },
  }),
  'GET /v1/user/query': async ({ resident }) => {
    const by = await resident()
    return { by, query: { email: by.email } }
  },
  'PATCH /v1/user/contact': async ({ newcomer, proveEmail }) => {
    const email = `${someName()}@example.org`
    const verification_token = await proveEmail(email, 'EMAIL_ADDRESS_CHANGE')
    return { by: await newcomer(), body: { email, verification_token } }
  },
  'DELETE /v1/user/contact/{kind}': async ({ newcomer, call }) => {
    const by = await newcomer()
    // With a password beside it a username is a way in, and the address may go.
    await call('PATCH /v1/user/profile', { by, body: { username: someName() } })
    return { by, params: { kind: 'email' } }
  },
  'PUT /v1/user/picture': async ({ newcomer }) => ({
    by: await newcomer(),
    body: { content: 'iVBORw0KGgo=' },
  }),
  'DELETE /v1/user/picture': byNewcomer,
  'GET /v1/pictures/{id}': async ({ newcomer, call }) => {
    const by = await newcomer()
    const { picture } = await call('PUT /v1/user/picture', {
      by,
      body: { content: 'iVBORw0KGgo=' },
    })
    return { params: { id: (picture as string).split('/').at(-1) ?? '' } }
  },
  'PATCH /v1/user/password': async ({ newcomer }) => ({
    by: await newcomer(),
    body: { new_password: 'nine small lanterns' },
  }),
  'POST /v1/user/sudo': async ({ newcomer }) => ({
    by: await newcomer(),
    body: { password: PASSWORD },
  }),
  'POST /v1/auth/restore': async ({ newcomer, call, ask }) => {
    const by = await newcomer()
    await call('DELETE /v1/user/me', { by })
    const body = { email: by.email, password: PASSWORD }
    const frozen = await ask('POST /v1/auth/signin', { body })
    return { body: { restore_token: frozen.body.details[0].metadata.restore_token } }
  },

  'POST /v1/user/export': async ({ newcomer }) => ({ by: await newcomer(), body: {} }),
  'GET /v1/user/export/{id}': (scene) => startExport(scene),
  'GET /v1/user/export/{id}/content': (scene) => startExport(scene),

  'GET /v1/user/sessions': byResident,
  'DELETE /v1/user/sessions/{id}': async ({ newcomer, call }) => {
    const by = await newcomer()
    const { data } = await call('GET /v1/user/sessions', { by })
    return { by, params: { id: data[0].id } }
  },
  'POST /v1/user/sessions/end_others': byNewcomer,
  'GET /v1/user/app_passwords': byResident,
  'POST /v1/user/app_passwords': async ({ newcomer }) => ({
    by: await newcomer(),
    body: { name: 'Laptop', read_only: true, expires_at: '2100-01-01T00:00:00Z' },
  }),
  'PATCH /v1/user/app_passwords/{id}': async (scene) => ({
    ...(await makeAppPassword(scene)),
    body: { name: 'Phone' },
  }),
  'DELETE /v1/user/app_passwords/{id}': (scene) => makeAppPassword(scene),
  'DELETE /v1/user/app_passwords': byNewcomer,
  'POST /v1/user/app_logins/info': (scene) => waitAsProgram(scene),
  'POST /v1/user/app_logins/approve': (scene) => waitAsProgram(scene),
  'POST /v1/user/app_logins/refuse': (scene) => waitAsProgram(scene),
  'POST /v1/user/signout': async ({ newcomer }) => ({ by: await newcomer(), body: {} }),
  'GET /v1/user/security/history': async ({ resident }) => ({
    by: await resident(),
    query: { page_size: '10' },
  }),
}

/** A program that has sent its person to our page. */
async function waitAsProgram({ newcomer, call }: Scene) {
  const { login } = await call('POST /index.php/login/v2')
  const [, token] = (login as string).split('#')
  return { by: await newcomer(), body: { token } }
}

async function makeAppPassword({ newcomer, call }: Scene) {
  const by = await newcomer()
  const { id } = await call('POST /v1/user/app_passwords', { by, body: { name: 'Laptop' } })
  return { by, params: { id: id as string } }
}

async function startExport({ newcomer, call }: Scene) {
  const by = await newcomer()
  const { task_id } = await call('POST /v1/user/export', { by, body: {} })
  return { by, params: { id: task_id as string } }
}
