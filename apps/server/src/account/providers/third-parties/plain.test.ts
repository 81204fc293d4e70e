import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { ManualClock, systemClock } from '../../../kernel/clock.ts'
import { createOutgoingRequests } from '../../../kernel/outgoing/outgoing-requests.ts'
import { type Loopback, listenOnLoopback, readForm } from '../testing/loopback.ts'
import { createFacebook } from './facebook.ts'
import { createGithub } from './github.ts'
import { createGoogleAccessToken } from './google-access-token.ts'
import { createLine } from './line.ts'
import { createProviderFetch } from './provider-fetch.ts'
import type { AuthorizationAnswer } from './third-party.ts'
import { createWechat } from './wechat.ts'

const requests = createOutgoingRequests({
  clock: systemClock,
  reach: { loopback: true, privateNetworks: false },
})
const fetch = createProviderFetch({ env: 'development', requests })
const app = { clientId: 'the-app', clientSecret: 'the-app-secret', fetch }
const CALLBACK = 'https://drive.example/provider-callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const request = { redirectUri: CALLBACK, state: 'mine', nonce: 'n', codeChallenge: CHALLENGE }
const answer: AuthorizationAnswer = {
  code: 'good',
  redirectUri: CALLBACK,
  nonce: 'n',
  codeVerifier: VERIFIER,
}

let opened: Loopback | undefined
afterEach(async () => {
  await opened?.[Symbol.asyncDispose]()
})

/** A third party's endpoints: each handler sees the request and what was posted to it. */
async function fake(
  handlers: Record<string, (request: IncomingMessage, form: Record<string, string>) => unknown>,
): Promise<string> {
  opened = await listenOnLoopback(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const handler = handlers[`${request.method} ${url.pathname}`]
    const body = handler ? await handler(request, await readForm(request)) : undefined
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { message: 'Not Found' }))
  })
  return opened.url
}

function queryOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams)
}

test('GitHub: the code is exchanged with secret and verifier, and the numeric id is the user id', async () => {
  const server = await fake({
    'POST /login/oauth/access_token': (request, form) => {
      expect(request.headers.accept).toBe('application/json')
      expect(form).toEqual({
        client_id: 'the-app',
        client_secret: 'the-app-secret',
        code: expect.any(String),
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
      })
      return form.code === 'good'
        ? { access_token: 'gho_1', token_type: 'bearer' }
        : { error: 'bad_verification_code', error_description: 'expired' }
    },
    'GET /api/v3/user': (request) => {
      expect(request.headers.authorization).toBe('Bearer gho_1')
      expect(request.headers['user-agent']).toBe('Awan')
      return { id: 583231, login: 'octocat', name: null, avatar_url: 'https://a.example/1' }
    },
  })
  const github = createGithub({ ...app, server })
  const url = await github.authorizationUrl(request)
  expect(url.href).toMatch(`${server}/login/oauth/authorize?`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'the-app',
    state: 'mine',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })
  expect(await github.identify(answer)).toEqual({
    userId: '583231',
    name: 'octocat',
    picture: 'https://a.example/1',
  })
  await expect(github.identify({ ...answer, code: 'bad' })).rejects.toMatchObject({
    error: 'bad_verification_code',
  })
})

test('GitHub: an answer without a user id is refused', async () => {
  const server = await fake({
    'POST /login/oauth/access_token': () => ({ access_token: 'gho_1' }),
    'GET /api/v3/user': () => ({ login: 'octocat' }),
  })
  const identified = createGithub({ ...app, server }).identify(answer)
  await expect(identified).rejects.toMatchObject({ error: 'no_id' })
})

test('Facebook: the profile request carries the appsecret_proof', async () => {
  const server = await fake({
    'POST /token': (_, form) => {
      expect(form).toMatchObject({ client_secret: 'the-app-secret', code_verifier: VERIFIER })
      return form.code === 'good'
        ? { access_token: 'EAAB', token_type: 'bearer' }
        : { error: { message: 'This code has been used', type: 'OAuthException', code: 100 } }
    },
    'GET /me': (request) => {
      expect(request.headers.authorization).toBe('Bearer EAAB')
      expect(queryOf(request)).toEqual({
        fields: 'id,name,email,picture.type(large)',
        appsecret_proof: createHmac('sha256', 'the-app-secret').update('EAAB').digest('hex'),
      })
      return { id: '42', name: 'Sari', picture: { data: { url: 'https://p.example/42' } } }
    },
  })
  const endpoints = {
    authorize: `${server}/dialog`,
    token: `${server}/token`,
    me: `${server}/me`,
    debug: `${server}/debug`,
  }
  const facebook = createFacebook({ ...app, endpoints })
  expect((await facebook.authorizationUrl(request)).searchParams.get('state')).toBe('mine')
  expect(await facebook.identify(answer)).toEqual({
    userId: '42',
    name: 'Sari',
    picture: 'https://p.example/42',
    email: undefined,
  })
  await expect(facebook.identify({ ...answer, code: 'bad' })).rejects.toMatchObject({
    error: 'OAuthException-100',
  })
})

test("WeChat: the request uses WeChat's parameter names, and unionid is preferred to openid", async () => {
  let user: object = { openid: 'o1', unionid: 'u1', nickname: '沙丽' }
  const server = await fake({
    'GET /token': (request) => {
      const query = queryOf(request)
      expect(query).toMatchObject({
        appid: 'the-app',
        secret: 'the-app-secret',
        grant_type: 'authorization_code',
      })
      return query.code === 'good'
        ? { access_token: 'at', openid: 'o1' }
        : { errcode: 40029, errmsg: 'invalid code' }
    },
    'GET /user': (request) => {
      expect(queryOf(request)).toEqual({ access_token: 'at', openid: 'o1' })
      return { ...user, headimgurl: 'http://thirdwx.qlogo.cn/1' }
    },
  })
  const endpoints = { authorize: `${server}/qr`, token: `${server}/token`, user: `${server}/user` }
  const wechat = createWechat({ ...app, endpoints })
  const url = await wechat.authorizationUrl(request)
  expect(url.hash).toBe('#wechat_redirect')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    appid: 'the-app',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'snsapi_login',
    state: 'mine',
  })
  const picture = 'https://thirdwx.qlogo.cn/1'
  expect(await wechat.identify(answer)).toEqual({ userId: 'u1', name: '沙丽', picture })
  user = { openid: 'o1' }
  expect(await wechat.identify(answer)).toMatchObject({ userId: 'o1' })
  await expect(wechat.identify({ ...answer, code: 'bad' })).rejects.toMatchObject({
    error: 'errcode-40029',
  })
})

test("LINE: the ID token's signature, issuer, audience, nonce and expiry are checked", async () => {
  const clock = new ManualClock()
  const nowSeconds = clock.now() / 1000
  const good = {
    iss: 'https://access.line.me',
    aud: 'the-app',
    sub: 'U1',
    nonce: 'n',
    exp: nowSeconds + 60,
    name: 'Sari',
  }
  let lie: { claims?: object; secret?: string } = {}
  const server = await fake({
    'POST /token': async (_, form) => {
      expect(form).toMatchObject({
        grant_type: 'authorization_code',
        client_id: 'the-app',
        client_secret: 'the-app-secret',
        code_verifier: VERIFIER,
      })
      const id_token = await new SignJWT({ ...good, ...lie.claims })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(lie.secret ?? 'the-app-secret'))
      return { access_token: 'at', id_token }
    },
  })
  const line = createLine({ ...app, appClientIds: [], clock, endpoints: lineAt(server) })
  expect(Object.fromEntries((await line.authorizationUrl(request)).searchParams)).toMatchObject({
    nonce: 'n',
    state: 'mine',
    code_challenge: CHALLENGE,
  })
  expect(await line.identify(answer)).toMatchObject({ userId: 'U1', name: 'Sari' })
  for (const wrong of [
    { secret: 'another secret' },
    { claims: { iss: 'https://evil.example' } },
    { claims: { aud: 'another-app' } },
    { claims: { nonce: 'm' } },
    { claims: { nonce: undefined } },
    { claims: { exp: nowSeconds - 31 } },
    { claims: { sub: undefined } },
  ]) {
    lie = wrong
    await expect(line.identify(answer), JSON.stringify(wrong)).rejects.toThrow()
  }
})

const lineAt = (server: string) => ({
  authorize: `${server}/authorize`,
  token: `${server}/token`,
  keys: `${server}/keys`,
  verify: `${server}/verify`,
  profile: `${server}/profile`,
})

const notOurs = { error: 'access_denied' }

test('GitHub: only an access token of our own app is accepted', async () => {
  const server = await fake({
    'POST /api/v3/applications/the-app/token': (request, form) => {
      const basic = Buffer.from('the-app:the-app-secret').toString('base64')
      expect(request.headers.authorization).toBe(`Basic ${basic}`)
      const isOurs = Object.keys(form)[0] === '{"access_token":"gho_ours"}'
      return isOurs ? { user: { id: 583231, login: 'octocat' } } : undefined
    },
  })
  const github = createGithub({ ...app, server })
  expect(await github.identifyByAccessToken?.('gho_ours')).toEqual({
    userId: '583231',
    name: 'octocat',
  })
  await expect(github.identifyByAccessToken?.('gho_theirs')).rejects.toMatchObject(notOurs)
})

test('Facebook: an access token of another app, an invalid one and one of another person are refused', async () => {
  let told: object = {}
  const server = await fake({
    'GET /debug': (request) => {
      expect(request.headers.authorization).toBe('Bearer the-app|the-app-secret')
      expect(queryOf(request)).toEqual({ input_token: 'EAAB' })
      return { data: { app_id: 'the-app', is_valid: true, user_id: '42', ...told } }
    },
    'GET /me': () => ({ id: '42', name: 'Sari' }),
  })
  const endpoints = {
    authorize: `${server}/dialog`,
    token: `${server}/token`,
    me: `${server}/me`,
    debug: `${server}/debug`,
  }
  const facebook = createFacebook({ ...app, endpoints })
  expect(await facebook.identifyByAccessToken?.('EAAB')).toMatchObject({ userId: '42' })
  for (const lie of [{ app_id: 'another-app' }, { is_valid: false }, { user_id: '43' }]) {
    told = lie
    await expect(facebook.identifyByAccessToken?.('EAAB')).rejects.toMatchObject(notOurs)
  }
})

test('Google: an access token is accepted only if it was issued to one of our apps', async () => {
  let told: object = { aud: 'the-app' }
  const server = await fake({
    'POST /tokeninfo': (_, form) => {
      expect(form).toEqual({ access_token: 'ya29' })
      return { sub: '117', email: 's@example.org', email_verified: 'true', ...told }
    },
  })
  const identify = createGoogleAccessToken({
    fetch,
    audiences: ['the-app', 'the-phone-app'],
    endpoint: `${server}/tokeninfo`,
  })
  expect(await identify('ya29')).toEqual({ userId: '117', email: 's@example.org' })
  told = { aud: 'the-phone-app', email_verified: 'false' }
  expect(await identify('ya29')).toEqual({ userId: '117', email: undefined })
  for (const lie of [{ aud: 'another-app' }, {}, { azp: 'the-app' }]) {
    told = lie
    await expect(identify('ya29')).rejects.toMatchObject(notOurs)
  }
})

test("LINE: a native app's ID token is verified by LINE's keys, and an access token by its channel", async () => {
  const clock = new ManualClock()
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  let told: object = {}
  const server = await fake({
    'GET /keys': async () => ({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }],
    }),
    'GET /verify': (request) => {
      expect(queryOf(request)).toEqual({ access_token: 'at' })
      return { client_id: 'the-phone-app', expires_in: 60, ...told }
    },
    'GET /profile': () => ({ userId: 'U1', displayName: 'Sari' }),
  })
  const line = createLine({
    ...app,
    appClientIds: ['the-phone-app'],
    clock,
    endpoints: lineAt(server),
  })
  const sign = (aud: string) =>
    new SignJWT({ iss: 'https://access.line.me', aud, sub: 'U1', iat: clock.now() / 1000 })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setExpirationTime(clock.now() / 1000 + 60)
      .sign(privateKey)
  const byIdToken = async (aud: string) =>
    line.identifyByIdToken?.({ idToken: await sign(aud), nonce: undefined })
  expect(await byIdToken('the-phone-app')).toMatchObject({ userId: 'U1' })
  await expect(byIdToken('another-app')).rejects.toMatchObject(notOurs)

  expect(await line.identifyByAccessToken?.('at')).toMatchObject({ userId: 'U1', name: 'Sari' })
  for (const lie of [{ client_id: 'another-app' }, { expires_in: 0 }]) {
    told = lie
    await expect(line.identifyByAccessToken?.('at')).rejects.toMatchObject(notOurs)
  }
})

test('provider addresses without TLS are not called, except on this machine in development', async () => {
  const server = await fake({ 'GET /': () => ({ ok: true }) })
  expect(await (await fetch(server)).json()).toEqual({ ok: true })
  await expect(fetch('http://169.254.169.254/')).rejects.toThrow('without TLS')
  await expect(fetch('file:///etc/passwd')).rejects.toThrow('without TLS')
  const inProduction = createProviderFetch({ env: 'production', requests })
  await expect(inProduction(server)).rejects.toThrow('without TLS')
})

test('an endless provider answer is cut off, and a redirect is not followed', async () => {
  opened = await listenOnLoopback((request, response) => {
    if (request.url === '/away') {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      return
    }
    const piece = Buffer.alloc(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  })
  await expect(fetch(`${opened.url}/endless`)).rejects.toThrow('too much')
  expect((await fetch(`${opened.url}/away`)).status).toBe(302)
})
