import { randomBytes } from 'node:crypto'
import { CALLBACK } from '../../testing/raw-calls.ts'
import type { Recipes } from './recipe.ts'
import { challengeOf, type Scene, type Somebody } from './scene.ts'

const SCOPE = 'openid profile offline drive'
const SIGNED_OUT = 'https://notes.example/bye'

/** Tokens, apps of others, devices without a keyboard, and the standard endpoints. */
export const apps: Recipes = {
  'POST /v1/auth/token': async ({ newcomer }) => ({
    body: {
      grant_type: 'refresh_token',
      refresh_token: (await newcomer()).refreshToken,
      client_id: 'awan-cli',
    },
  }),
  'POST /v1/auth/revoke': async ({ newcomer }) => ({
    body: { token: (await newcomer()).token, token_type_hint: 'access_token' },
  }),
  'GET /v1/auth/token/introspect': async ({ newcomer }) => ({
    query: { token: (await newcomer()).token },
  }),
  'POST /v1/user/signin_token': async ({ newcomer }) => ({
    by: await newcomer(),
    body: { for_client_id: 'awan-web' },
  }),
  'POST /v1/auth/signin/token/info': async ({ newcomer, call }) => {
    const by = await newcomer()
    const { signin_token } = await call('POST /v1/user/signin_token', { by, body: {} })
    return { body: { signin_token, client_id: 'awan-cli' } }
  },
  'POST /v1/auth/signin/token': async ({ newcomer, call }) => {
    const by = await newcomer()
    const { signin_token } = await call('POST /v1/user/signin_token', { by, body: {} })
    return { body: { signin_token, client_id: 'awan-cli' } }
  },

  'POST /v1/user/authorize': async (scene) => {
    const app = await registerApp(scene)
    return { by: await scene.resident(), body: { ...wishOf(app), state: 'xyz', nonce: 'n' } }
  },
  'GET /v1/user/authorize/info': async (scene) => ({
    query: toQuery(wishOf(await registerApp(scene))),
  }),
  'GET /v1/user/authorize/detect': async (scene) => {
    const { app, by } = await authorizeApp(scene)
    const query = { client_id: app.id, redirect_uri: CALLBACK, scope: SCOPE }
    return { by, query }
  },
  'GET /v1/user/authorized_apps': async ({ resident }) => ({ by: await resident() }),
  'DELETE /v1/user/authorized_apps/{client_id}': async (scene) => {
    const { app, by } = await authorizeApp(scene)
    return { by, params: { client_id: app.id } }
  },

  'POST /v1/auth/device/code': () => ({ body: { client_id: 'awan-cli', meta: { scene: 'tv' } } }),
  'POST /v1/user/device/info': (scene) => showDevice(scene),
  'POST /v1/user/device/authorize': (scene) => showDevice(scene),

  'GET /.well-known/openid-configuration': () => ({}),
  'GET /.well-known/oauth-authorization-server': () => ({}),
  'GET /oauth2/jwks': () => ({}),
  'GET /oauth2/authorize': async (scene) => ({
    query: toQuery(wishOf(await registerApp(scene))),
  }),
  'POST /oauth2/authorize': async (scene) => ({ body: wishOf(await registerApp(scene)) }),
  'GET /oauth2/end_session': async (scene) => ({
    query: farewellOf(await registerApp(scene)),
  }),
  'POST /oauth2/end_session': async (scene) => ({ body: farewellOf(await registerApp(scene)) }),
  'POST /v1/user/signout/info': async (scene) => {
    const body = farewellOf(await registerApp(scene))
    const { headers } = await scene.ask('POST /oauth2/end_session', { body })
    const page = new URL(headers.get('location') ?? '')
    return { body: { request: page.searchParams.get('request') } }
  },
  'POST /oauth2/token': async (scene) => {
    const { app, grant } = await agree(scene)
    return { body: { ...grant, ...proofOf(app) } }
  },
  'POST /oauth2/revoke': async (scene) => {
    const { app, tokens } = await authorizeApp(scene)
    return { body: { token: tokens.refresh_token, ...proofOf(app) } }
  },
  'POST /oauth2/introspect': async (scene) => {
    const { app, tokens } = await authorizeApp(scene)
    return { body: { token: tokens.access_token, ...proofOf(app) } }
  },
  'POST /oauth2/device_authorization': async (scene) => ({
    body: { scope: 'openid', ...proofOf(await registerApp(scene)) },
  }),
  'GET /oauth2/userinfo': async (scene) => ({ by: (await authorizeApp(scene)).asApp }),
  'POST /oauth2/userinfo': async (scene) => ({ by: (await authorizeApp(scene)).asApp, body: {} }),
}

interface App {
  id: string
  secret: string
  verifier: string
}

async function registerApp({ call, boss }: Pick<Scene, 'call' | 'boss'>): Promise<App> {
  const { app, client_secret } = await call('POST /v1/admin/apps', {
    by: await boss(),
    body: {
      name: 'Notes',
      redirect_uris: [CALLBACK],
      sign_out_uris: [SIGNED_OUT],
      scope: SCOPE,
      is_confidential: true,
    },
  })
  return { id: app.id, secret: client_secret, verifier: randomBytes(32).toString('base64url') }
}

const proofOf = ({ id, secret }: App) => ({ client_id: id, client_secret: secret })

function wishOf({ id, verifier }: App) {
  return {
    client_id: id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: SCOPE,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  }
}

function farewellOf({ id }: App): Record<string, string> {
  return { client_id: id, post_logout_redirect_uri: SIGNED_OUT, state: 'xyz' }
}

function toQuery(wish: ReturnType<typeof wishOf>): Record<string, string> {
  return { ...wish, state: 'xyz' }
}

async function agree(scene: Scene) {
  const app = await registerApp(scene)
  const by = await scene.resident()
  const { code } = await scene.call('POST /v1/user/authorize', { by, body: wishOf(app) })
  const code_verifier = app.verifier
  const redirect_uri = CALLBACK
  return { app, by, grant: { grant_type: 'authorization_code', code, code_verifier, redirect_uri } }
}

async function authorizeApp(scene: Scene) {
  const { app, by, grant } = await agree(scene)
  const tokens = await scene.call('POST /oauth2/token', { body: { ...grant, ...proofOf(app) } })
  const asApp: Somebody = { ...by, token: tokens.access_token, sudoToken: '' }
  return { app, by, tokens, asApp }
}

async function showDevice({ resident, call }: Scene) {
  const { user_code } = await call('POST /v1/auth/device/code', { body: {} })
  return { by: await resident(), body: { user_code } }
}
