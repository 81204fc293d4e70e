import { headers } from '@awan/protocol'
import type { inspectSignOut, registerApp, signOut } from '@awan/protocol/account'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson, PASSWORD, type Person } from './testing/person.ts'
import { startServer, type TestServer } from './testing/server.ts'

const ISSUER = 'https://drive.example'
const ORIGIN = 'https://notes.example'
const REDIRECT_URI = `${ORIGIN}/callback`
const GOODBYE = `${ORIGIN}/goodbye?from=awan`

async function register({ client }: Person, app: Record<string, unknown> = {}): Promise<string> {
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  const registered = await client.request<typeof registerApp>('POST', '/v1/admin/apps', {
    auth: true,
    headers: { [headers.sudoToken]: sudo_token },
    body: {
      name: 'Notes',
      redirect_uris: [REDIRECT_URI],
      sign_out_uris: [GOODBYE],
      scope: 'openid offline',
      ...app,
    },
  })
  return registered.app.id
}

/** An app with a person who has signed in to it. */
async function meet(server: TestServer) {
  const person = await createSignedUpPerson(server.url)
  const id = await register(person)
  const lead = (url: string, init?: RequestInit) => fetch(url.replace(ISSUER, server.url), init)
  const config = await openid.discovery(new URL(ISSUER), id, undefined, openid.None(), {
    [openid.customFetch]: lead as openid.CustomFetch,
  })
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const { redirect_to } = await person.client.authorization.grant({
    client_id: id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid offline',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  } as never)
  const callback = new URL(redirect_to)
  const tokens = await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier })
  return { person, id, config, tokens, lead }
}

type Met = Awaited<ReturnType<typeof meet>>

/** The browser goes where the app sends it; what the page gets. */
async function visit({ lead }: Met, url: URL): Promise<string> {
  const answer = await lead(url.href, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  const page = new URL(answer.headers.get('location') ?? '')
  expect(page.origin + page.pathname).toBe(`${ISSUER}/sign-out`)
  return page.searchParams.get('request') ?? ''
}

function inspect({ person }: Met, request: string) {
  const body = { request }
  return person.client.request<typeof inspectSignOut>('POST', '/v1/user/signout/info', { body })
}

function leave({ person }: Met, request: string) {
  const sent = { auth: true, body: { request } }
  return person.client.request<typeof signOut>('POST', '/v1/user/signout', sent)
}

/** Says that its key is one of another algorithm than it is. */
function toOtherAlgorithm(idToken: string): string {
  const [header = '', ...rest] = idToken.split('.')
  const { alg, ...named } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const other = JSON.stringify({ ...named, alg: alg === 'RS256' ? 'ES256' : 'RS256' })
  return [Buffer.from(other).toString('base64url'), ...rest].join('.')
}

onEachBackend((prepare) => {
  const open = async () => startServer(await prepare(), { publicUrl: ISSUER })

  test('an app sends the person to sign out, and when they agree both sessions end and they return to the app', async () => {
    await using server = await open()
    const met = await meet(server)
    const { config, tokens, id } = met
    const url = openid.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: GOODBYE,
      state: 'st&te',
    })
    expect(url.href).toContain(`${ISSUER}/oauth2/end_session?`)
    const request = await visit(met, url)
    const back = `${GOODBYE}&state=st%26te`
    expect(await inspect(met, request)).toEqual({
      client: { id, name: 'Notes' },
      redirect_uri: back,
    })
    // Nothing ends before the person agrees.
    await openid.fetchUserInfo(config, tokens.access_token, openid.skipSubjectCheck)
    expect(await leave(met, request)).toEqual({ redirect_uri: back })
    await expect(
      openid.refreshTokenGrant(config, tokens.refresh_token ?? ''),
    ).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(met.person.client.user.me()).rejects.toMatchObject({ error: 'unauthenticated' })
  })

  test('an expired ID token is still accepted as a hint, and the sign-out request expires after ten minutes', async () => {
    await using server = await open()
    const met = await meet(server)
    server.clock.advance(3 * 3600_000)
    const url = openid.buildEndSessionUrl(met.config, { id_token_hint: met.tokens.id_token ?? '' })
    const request = await visit(met, url)
    expect((await inspect(met, request)).redirect_uri).toBeUndefined()
    server.clock.advance(600_000)
    await expect(inspect(met, request)).rejects.toMatchObject({ error: 'expired_token' })
    await expect(leave(met, request)).rejects.toMatchObject({ error: 'expired_token' })
    expect(await met.person.client.user.me()).toBeDefined()
  })

  test('a sign-out request made with the ID token of one person does not end their session when another agrees', async () => {
    await using server = await open()
    const met = await meet(server)
    const url = openid.buildEndSessionUrl(met.config, { id_token_hint: met.tokens.id_token ?? '' })
    const request = await visit(met, url)
    const other = await createSignedUpPerson(server.url)
    await leave({ ...met, person: other }, request)
    const renewed = await openid.refreshTokenGrant(met.config, met.tokens.refresh_token ?? '')
    expect(renewed.access_token).toBeDefined()
  })

  test('open redirect: an unknown app, an unregistered URI or a foreign hint gets no redirect', async () => {
    await using server = await open()
    const met = await meet(server)
    const other = await register(met.person, { sign_out_uris: ['https://other.example/'] })
    const hint = met.tokens.id_token ?? ''
    const wrong: Record<string, string>[] = [
      { client_id: 'unknown', post_logout_redirect_uri: GOODBYE },
      { client_id: met.id, post_logout_redirect_uri: 'https://evil.example/' },
      { client_id: met.id, post_logout_redirect_uri: `${GOODBYE}&x=1` },
      { client_id: met.id, post_logout_redirect_uri: REDIRECT_URI },
      { client_id: met.id, post_logout_redirect_uri: 'https://other.example/' },
      { client_id: other, id_token_hint: hint },
      { id_token_hint: met.tokens.access_token },
      { id_token_hint: `${hint.slice(0, -8)}AAAAAAAA` },
      { id_token_hint: toOtherAlgorithm(hint) },
      { post_logout_redirect_uri: GOODBYE },
    ]
    for (const parameters of wrong) {
      const query = new URLSearchParams(parameters)
      for (const answer of [
        await met.lead(`${ISSUER}/oauth2/end_session?${query}`, { redirect: 'manual' }),
        await met.lead(`${ISSUER}/oauth2/end_session`, {
          method: 'POST',
          body: query,
          redirect: 'manual',
        }),
      ]) {
        expect([answer.status, answer.headers.get('location')], query.toString()).toEqual([
          400,
          null,
        ])
      }
    }
    // An app that names itself by its id alone comes as far as the question.
    const own = { client_id: met.id, post_logout_redirect_uri: GOODBYE }
    const url = new URL(`${ISSUER}/oauth2/end_session?${new URLSearchParams(own)}`)
    expect((await inspect(met, await visit(met, url))).client?.id).toBe(met.id)
  })

  test('CORS: only the origin of an enabled public app may call the token endpoint', async () => {
    await using server = await open()
    const met = await meet(server)
    const originOf = async (origin: string, path = '/oauth2/token') => {
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers: { origin } })
      return answer.headers.get('access-control-allow-origin')
    }
    expect(await originOf(ORIGIN)).toBe(ORIGIN)
    expect(await originOf('https://evil.example')).toBeNull()
    expect(await originOf(ORIGIN, '/v1/auth/token')).toBeNull()
    expect(await originOf(ORIGIN, '/v1/user/signout')).toBeNull()

    // One with a secret runs on a server, one with a scheme of its own on a phone.
    await register(met.person, {
      redirect_uris: ['https://server.example/callback'],
      is_confidential: true,
    })
    await register(met.person, { redirect_uris: ['org.example.notes:/callback'] })
    expect(await originOf('https://server.example')).toBeNull()
    expect(await originOf('null')).toBeNull()

    const { sudo_token } = await met.person.client.user.sudo({ password: PASSWORD })
    await met.person.client.request('PATCH', `/v1/admin/apps/${met.id}`, {
      auth: true,
      headers: { [headers.sudoToken]: sudo_token },
      body: { is_enabled: false },
    })
    expect(await originOf(ORIGIN)).toBeNull()
  })
})
