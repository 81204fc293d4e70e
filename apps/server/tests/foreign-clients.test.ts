import type { AwanClient } from '@awan/client'
import { headers } from '@awan/protocol'
import type { registerApp, revokeAuthorizedApp } from '@awan/protocol/account'
import { decodeProtectedHeader } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { describe, expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson, PASSWORD, type Person } from './testing/person.ts'
import { startServer, type TestServer } from './testing/server.ts'

/** What the server believes to be called; the foreign clients are led from there to its real place. */
const ISSUER = 'https://drive.example'
const REDIRECT_URI = 'https://notes.example/callback'
const SCOPE = 'openid profile email offline_access drive'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

interface Stage {
  server: TestServer
  /** The administrator, who also gives consent. */
  person: Person
  fetch: Fetch
}

async function stage(server: TestServer): Promise<Stage> {
  const lead: Fetch = (url, init) => fetch(url.replace(ISSUER, server.url), init)
  return { server, person: await createSignedUpPerson(server.url), fetch: lead }
}

async function register(
  { client }: Person,
  app: {
    is_confidential: boolean
    id_token_signed_response_alg?: 'RS256' | 'ES256'
    requires_pkce?: boolean
  },
): Promise<{ id: string; secret: string }> {
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  const registered = await client.request<typeof registerApp>('POST', '/v1/admin/apps', {
    auth: true,
    headers: { [headers.sudoToken]: sudo_token },
    body: { name: 'Notes', redirect_uris: [REDIRECT_URI], scope: SCOPE, ...app },
  })
  return { id: registered.app.id, secret: registered.client_secret ?? '' }
}

/** A browser opens the address; on the page that it is led to, the person agrees. */
async function agree({ fetch }: Stage, { client }: Person, url: URL): Promise<URL> {
  const page = await follow(fetch, url)
  expect(page.origin + page.pathname).toBe(`${ISSUER}/authorize`)
  const asked = Object.fromEntries(page.searchParams)
  await client.authorization.info({ client_id: asked.client_id ?? '', ...asked })
  const { redirect_to } = await client.authorization.grant(asked as never)
  return new URL(redirect_to)
}

async function follow(fetch: Fetch, url: URL): Promise<URL> {
  const answer = await fetch(url.href, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

onEachBackend((prepare) => {
  const open = async () => startServer(await prepare(), { publicUrl: ISSUER })

  describe('openid-client', () => {
    async function configure(
      { fetch, person }: Stage,
      app: Parameters<typeof register>[1],
      auth?: (secret: string) => openid.ClientAuth,
    ) {
      const { id, secret } = await register(person, app)
      return openid.discovery(new URL(ISSUER), id, secret || undefined, auth?.(secret), {
        [openid.customFetch]: fetch as openid.CustomFetch,
      })
    }

    async function signIn(set: Stage, config: openid.Configuration, scope = SCOPE) {
      const pkceCodeVerifier = openid.randomPKCECodeVerifier()
      const expectedNonce = openid.randomNonce()
      const expectedState = openid.randomState()
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT_URI,
        scope,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        nonce: expectedNonce,
        state: expectedState,
        max_age: '3600',
      })
      const callback = await agree(set, set.person, url)
      const checks = { pkceCodeVerifier, expectedNonce, expectedState, maxAge: 3600 }
      return openid.authorizationCodeGrant(config, callback, checks)
    }

    test.each([
      ['a public app', { is_confidential: false }, () => openid.None()],
      ['client_secret_basic', { is_confidential: true }, openid.ClientSecretBasic],
      ['client_secret_post', { is_confidential: true }, openid.ClientSecretPost],
    ])(
      'openid-client signs in by discovery, code and PKCE, reads userinfo, refreshes, introspects and revokes (%s)',
      async (_name, app, auth) => {
        await using server = await open()
        const set = await stage(server)
        const config = await configure(set, app, auth)
        expect(config.serverMetadata().supportsPKCE()).toBe(true)
        // Signatures come over TLS and need no check by this profile; here they are checked all the same.
        openid.enableNonRepudiationChecks(config)
        const tokens = await signIn(set, config)
        const { sub } = await set.person.client.user.me()
        expect(tokens.claims()).toMatchObject({ sub, iss: ISSUER })
        // In the words of the request: clients compare them.
        expect(tokens.scope).toBe(SCOPE)

        const info = await openid.fetchUserInfo(config, tokens.access_token, sub)
        expect(info).toMatchObject({
          sub,
          name: 'Ana',
          email: set.person.email,
          email_verified: true,
        })

        const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
        expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
        expect(renewed.scope).toBe(SCOPE)
        expect(renewed.claims()).toMatchObject({ sub, iss: ISSUER, sid: tokens.claims()?.sid })
        expect(renewed.claims()?.nonce).toBeUndefined()
        const files = await fetch(`${server.url}/drive/v1/files`, {
          headers: { authorization: `Bearer ${renewed.access_token}` },
        })
        expect(files.status).toBe(200)

        const look = (token: string) => openid.tokenIntrospection(config, token)
        expect(await look(renewed.access_token)).toMatchObject({ active: true, sub, iss: ISSUER })
        await openid.tokenRevocation(config, renewed.access_token)
        expect(await look(renewed.access_token)).toEqual({ active: false })
        expect(await look(renewed.refresh_token ?? '')).toMatchObject({ active: true })
        await openid.tokenRevocation(config, renewed.refresh_token ?? '')
        expect(await look(renewed.refresh_token ?? '')).toEqual({ active: false })
        await expect(
          openid.refreshTokenGrant(config, renewed.refresh_token ?? ''),
        ).rejects.toMatchObject({ error: 'invalid_grant' })
      },
    )

    test.each(['RS256', 'ES256'] as const)(
      'a client that accepts only %s gets its ID tokens signed so',
      async (alg) => {
        await using server = await open()
        const set = await stage(server)
        const { id } = await register(set.person, {
          is_confidential: false,
          // OpenID Connect makes RS256 the default, and so do many clients.
          ...(alg === 'ES256' && { id_token_signed_response_alg: alg }),
        })
        const metadata = { id_token_signed_response_alg: alg }
        const config = await openid.discovery(new URL(ISSUER), id, metadata, openid.None(), {
          [openid.customFetch]: set.fetch as openid.CustomFetch,
        })
        openid.enableNonRepudiationChecks(config)
        const { id_token = '', access_token } = await signIn(set, config)
        expect(decodeProtectedHeader(id_token).alg).toBe(alg)
        expect(decodeProtectedHeader(access_token).alg).toBe('ES256')
        expect(config.serverMetadata().id_token_signing_alg_values_supported).toEqual([
          'RS256',
          'ES256',
        ])
      },
    )

    test('a client with a secret signs in without PKCE where the administrator has excused it', async () => {
      await using server = await open()
      const set = await stage(server)
      const app = { is_confidential: true, requires_pkce: false }
      const config = await configure(set, app, openid.ClientSecretBasic)
      const expectedNonce = openid.randomNonce()
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT_URI,
        scope: 'openid',
        nonce: expectedNonce,
      })
      const callback = await agree(set, set.person, url)
      const tokens = await openid.authorizationCodeGrant(config, callback, { expectedNonce })
      expect(tokens.claims()?.nonce).toBe(expectedNonce)
    })

    test('openid-client signs a device in by device code', async () => {
      await using server = await open()
      const set = await stage(server)
      const config = await configure(set, { is_confidential: false }, () => openid.None())
      const started = await openid.initiateDeviceAuthorization(config, { scope: SCOPE })
      expect(started.verification_uri_complete).toContain(started.user_code)
      await set.person.client.device.authorize({ user_code: started.user_code })
      const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...started, interval: 0 })
      const { sub } = await set.person.client.user.me()
      expect(tokens.claims()?.sub).toBe(sub)
    })

    test('mix-up: openid-client rejects an answer with another issuer or none', async () => {
      await using server = await open()
      const set = await stage(server)
      const config = await configure(set, { is_confidential: false }, () => openid.None())
      const pkceCodeVerifier = openid.randomPKCECodeVerifier()
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT_URI,
        scope: SCOPE,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      })
      const callback = await agree(set, set.person, url)
      expect(callback.searchParams.get('iss')).toBe(ISSUER)
      for (const iss of ['https://evil.example', undefined]) {
        const changed = new URL(callback)
        if (iss) changed.searchParams.set('iss', iss)
        else changed.searchParams.delete('iss')
        await expect(
          openid.authorizationCodeGrant(config, changed, { pkceCodeVerifier }),
        ).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
      }
    })

    test('openid-client works across a change of the signing key', async () => {
      const signingKeyTtlMs = 60_000
      await using server = await startServer(await prepare(), {
        publicUrl: ISSUER,
        signingKeyTtlMs,
      })
      const set = await stage(server)
      const config = await configure(set, { is_confidential: false }, () => openid.None())
      openid.enableNonRepudiationChecks(config)
      const kidOf = async () => {
        const { id_token = '', access_token } = await signIn(set, config)
        await openid.fetchUserInfo(config, access_token, openid.skipSubjectCheck)
        return decodeProtectedHeader(id_token).kid
      }
      const before = await kidOf()
      server.clock.advance(signingKeyTtlMs)
      const after = await kidOf()
      const answer = await fetch(`${server.url}/oauth2/jwks`)
      const { keys } = (await answer.json()) as { keys: { kid: string; alg: string; d?: string }[] }
      const rsa = keys.filter(({ alg }) => alg === 'RS256')
      expect(rsa.map(({ kid }) => kid)).toEqual([after, before])
      expect(keys.every(({ d }) => d === undefined)).toBe(true)
    })
  })

  describe('oauth4webapi', () => {
    async function meet(set: Stage, app = { is_confidential: true }) {
      const options = { [oauth.customFetch]: set.fetch as never }
      const issuer = new URL(ISSUER)
      const as = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }),
      )
      const { id, secret } = await register(set.person, app)
      const client: oauth.Client = { client_id: id }
      const auth = secret ? oauth.ClientSecretBasic(secret) : oauth.None()
      return { as, client, auth, options }
    }

    type Met = Awaited<ReturnType<typeof meet>>

    async function authorizationUrl({ as, client }: Met, changes: Record<string, string> = {}) {
      const verifier = oauth.generateRandomCodeVerifier()
      const url = new URL(as.authorization_endpoint ?? '')
      url.search = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        scope: SCOPE,
        state: 'st4te',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...changes,
      }).toString()
      return { url, verifier }
    }

    async function exchange(
      { as, client, auth, options }: Met,
      callback: URL,
      verifier: string,
      redirectUri = REDIRECT_URI,
    ) {
      const parameters = oauth.validateAuthResponse(as, client, callback, 'st4te')
      const answer = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        auth,
        parameters,
        redirectUri,
        verifier,
        options,
      )
      return oauth.processAuthorizationCodeResponse(as, client, answer)
    }

    test('a second use of an authorization code is rejected and ends the session of the first', async () => {
      await using server = await open()
      const set = await stage(server)
      const met = await meet(set)
      const { url, verifier } = await authorizationUrl(met)
      const callback = await agree(set, set.person, url)
      const { access_token } = await exchange(met, callback, verifier)
      await expect(exchange(met, callback, verifier)).rejects.toMatchObject({
        error: 'invalid_grant',
        status: 400,
      })
      const info = await oauth.userInfoRequest(met.as, met.client, access_token, met.options)
      expect(info.status).toBe(401)
      expect(info.headers.get('www-authenticate')).toContain('error="invalid_token"')
    })

    test('a code is rejected for another app, another redirect URI or another verifier', async () => {
      await using server = await open()
      const set = await stage(server)
      const met = await meet(set)
      const other = await meet(set)
      const { url, verifier } = await authorizationUrl(met)
      const callback = await agree(set, set.person, url)
      const refused = { error: 'invalid_grant' }
      const theirs = { ...other, client: other.client }
      await expect(exchange(theirs, callback, verifier)).rejects.toMatchObject(refused)
      await expect(
        exchange(met, callback, verifier, 'https://notes.example/'),
      ).rejects.toMatchObject(refused)
      await expect(
        exchange(met, callback, oauth.generateRandomCodeVerifier()),
      ).rejects.toMatchObject(refused)
      expect((await exchange(met, callback, verifier)).access_token).toBeDefined()
    })

    test('PKCE downgrade: a request without a challenge, with plain or without a method is redirected with an error', async () => {
      await using server = await open()
      const set = await stage(server)
      const met = await meet(set, { is_confidential: false })
      for (const changes of [
        { code_challenge: '' },
        { code_challenge_method: 'plain' },
        { code_challenge_method: '' },
      ]) {
        const { url } = await authorizationUrl(met, changes)
        const back = await follow(set.fetch, url)
        expect(back.origin + back.pathname).toBe(REDIRECT_URI)
        expect(Object.fromEntries(back.searchParams)).toMatchObject({
          error: 'invalid_request',
          state: 'st4te',
          iss: ISSUER,
        })
        expect(() => oauth.validateAuthResponse(met.as, met.client, back, 'st4te')).toThrow(
          oauth.AuthorizationResponseError,
        )
      }
    })

    test.each([
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'code id_token' }, 'unsupported_response_type'],
      [{ scope: 'openid user' }, 'invalid_scope'],
      [{ request: 'x.y.z' }, 'request_not_supported'],
      [{ request_uri: 'https://evil.example/r' }, 'request_uri_not_supported'],
    ])('a request with %j is redirected with the error %s', async (changes, error) => {
      await using server = await open()
      const set = await stage(server)
      const { url } = await authorizationUrl(await meet(set), changes as Record<string, string>)
      const back = await follow(set.fetch, url)
      expect(back.href.startsWith(REDIRECT_URI)).toBe(true)
      expect(back.searchParams.get('error')).toBe(error)
    })

    test('open redirect: an unknown app or an unregistered redirect URI gets no redirect', async () => {
      await using server = await open()
      const set = await stage(server)
      const met = await meet(set)
      for (const changes of [
        { client_id: 'unknown' },
        { redirect_uri: 'https://evil.example/callback' },
        { redirect_uri: `${REDIRECT_URI}/../evil` },
        { redirect_uri: 'javascript:alert(1)' },
        { redirect_uri: '' },
      ]) {
        const { url } = await authorizationUrl(met, changes)
        const answer = await set.fetch(url.href, { redirect: 'manual' })
        expect(answer.status).toBe(400)
        expect(answer.headers.get('location')).toBeNull()
        expect(await answer.json()).toMatchObject({ error: expect.any(String) })
      }
      const { url } = await authorizationUrl(met)
      url.searchParams.append('redirect_uri', 'https://evil.example/')
      expect((await set.fetch(url.href, { redirect: 'manual' })).status).toBe(400)
    })

    test('scope escalation: a refresh gets the granted scope or less, never more', async () => {
      await using server = await open()
      const set = await stage(server)
      const met = await meet(set)
      const { url, verifier } = await authorizationUrl(met, { scope: 'openid offline_access' })
      const { refresh_token = '' } = await exchange(
        met,
        await agree(set, set.person, url),
        verifier,
      )
      const { as, client, auth, options } = met
      const refresh = async (scope: string) =>
        oauth.processRefreshTokenResponse(
          as,
          client,
          await oauth.refreshTokenGrantRequest(as, client, auth, refresh_token, {
            ...options,
            additionalParameters: { scope },
          }),
        )
      for (const scope of ['openid drive', 'openid user', 'drive']) {
        await expect(refresh(scope)).rejects.toMatchObject({ error: 'invalid_scope' })
      }
      const { scope, id_token } = await refresh('openid')
      expect(scope).toBe('openid')
      expect(id_token).toBeDefined()
    })

    test('device code: polling answers authorization_pending, slow_down, access_denied, and the tokens once', async () => {
      await using server = await open()
      const set = await stage(server)
      const { as, client, auth, options } = await meet(set)
      const start = async () =>
        oauth.processDeviceAuthorizationResponse(
          as,
          client,
          await oauth.deviceAuthorizationRequest(as, client, auth, { scope: 'openid' }, options),
        )
      const poll = async (deviceCode: string) =>
        oauth.processDeviceCodeResponse(
          as,
          client,
          await oauth.deviceCodeGrantRequest(as, client, auth, deviceCode, options),
        )
      const { device_code, user_code, interval = 5 } = await start()
      const pending = { error: 'authorization_pending', status: 400 }
      await expect(poll(device_code)).rejects.toMatchObject(pending)
      await expect(poll(device_code)).rejects.toMatchObject({ error: 'slow_down', status: 400 })
      await set.person.client.device.authorize({ user_code })
      server.clock.advance((interval + 5) * 1000)
      const { id_token } = await poll(device_code)
      expect(id_token).toBeDefined()
      server.clock.advance((interval + 5) * 1000)
      await expect(poll(device_code)).rejects.toMatchObject({ error: 'invalid_grant' })

      const refused = await start()
      await set.person.client.device.authorize({
        user_code: refused.user_code,
        state: 'ACCESS_DENIED',
      })
      await expect(poll(refused.device_code)).rejects.toMatchObject({
        error: 'access_denied',
        status: 400,
      })
    })

    test('a client with a wrong secret is rejected with 401, and an unknown grant type with unsupported_grant_type', async () => {
      await using server = await open()
      const set = await stage(server)
      const { as, client, auth, options } = await meet(set)
      const ask = async (proof: oauth.ClientAuth, grantType: string) =>
        oauth.processGenericTokenEndpointResponse(
          as,
          client,
          await oauth.genericTokenEndpointRequest(
            as,
            client,
            proof,
            grantType,
            { username: set.person.email, password: PASSWORD, refresh_token: 'x' },
            options,
          ),
        )
      for (const proof of [oauth.ClientSecretBasic('wrong'), oauth.None()]) {
        await expect(ask(proof, 'refresh_token')).rejects.toMatchObject({
          cause: [{ scheme: 'basic' }],
          status: 401,
        })
      }
      for (const grantType of ['password', 'client_credentials', 'made-up']) {
        await expect(ask(auth, grantType)).rejects.toMatchObject({
          error: 'unsupported_grant_type',
          status: 400,
        })
      }
    })

    test('an app cannot introspect or revoke the tokens of another app', async () => {
      await using server = await open()
      const set = await stage(server)
      const met = await meet(set)
      const other = await meet(set)
      const { url, verifier } = await authorizationUrl(met)
      const { access_token, refresh_token = '' } = await exchange(
        met,
        await agree(set, set.person, url),
        verifier,
      )
      const look = async ({ as, client, auth, options }: Met, token: string) =>
        oauth.processIntrospectionResponse(
          as,
          client,
          await oauth.introspectionRequest(as, client, auth, token, options),
        )
      for (const token of [access_token, refresh_token]) {
        expect(await look(other, token)).toEqual({ active: false })
        const { as, client, auth, options } = other
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(as, client, auth, token, options),
        )
        expect(await look(met, token)).toMatchObject({ active: true })
      }
    })

    test('a token of an app is rejected by account calls, and stops working when the person revokes the app', async () => {
      await using server = await open()
      const set = await stage(server)
      const met = await meet(set)
      const { url, verifier } = await authorizationUrl(met)
      const { access_token } = await exchange(met, await agree(set, set.person, url), verifier)
      const call = (method: string, path: string) =>
        fetch(`${server.url}${path}`, {
          method,
          headers: { authorization: `Bearer ${access_token}` },
          ...(method !== 'GET' && { body: JSON.stringify({ password: PASSWORD }) }),
        })
      for (const [method, path] of [
        ['GET', '/v1/user/me'],
        ['PATCH', '/v1/user/profile'],
        ['PATCH', '/v1/user/password'],
        ['PATCH', '/v1/user/contact'],
        ['POST', '/v1/user/sudo'],
        ['POST', '/v1/user/authorize'],
        ['POST', '/v1/user/device/authorize'],
        ['POST', '/v1/user/signin_token'],
        ['GET', '/v1/user/sessions'],
        ['GET', '/v1/user/authorized_apps'],
        ['DELETE', '/v1/user/me'],
        ['GET', '/v1/admin/apps'],
      ] as const) {
        const answer = await call(method, path)
        expect([path, answer.status]).toEqual([path, 403])
      }
      await takeBack(set.person.client, met.client.client_id)
      expect((await call('GET', '/drive/v1/files')).status).toBe(401)
      expect(server.log()).not.toContain(access_token)
    })
  })
})

async function takeBack(client: AwanClient, client_id: string): Promise<void> {
  await client.request<typeof revokeAuthorizedApp>(
    'DELETE',
    '/v1/user/authorized_apps/{client_id}',
    { auth: true, params: { client_id } },
  )
}
