import {
  bindProvider,
  getProviderUri,
  grantProviderToken,
  listProviders,
  listSignInProviders,
  patchProviderToken,
  signInWithProvider,
  transferProvider,
} from '@awan/protocol/account'
import type { ServiceError } from '@awan/protocol/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { failure } from '../testing.ts'
import {
  CLIENT,
  type IdentityProvider,
  NAMELESS,
  startIdentityProvider,
} from './testing/identity-provider.ts'
import { beginVisit, CALLBACK, finishVisit } from './testing/provider-journey.ts'
import { createStage, MINUTE_MS, signUp, sudo } from './testing/stage.ts'

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider(CALLBACK)
})
afterAll(() => idp[Symbol.asyncDispose]())
const { openAccount, prove } = createStage(() => idp)

onEachDatabase((open, kind) => {
  test('[CAL-14] the provider address carries state, nonce and challenge, and the state comes back', async () => {
    const account = await openAccount(await open())
    const { uri, query } = await beginVisit(account)
    expect(uri).toMatch(`${idp.issuer}/auth?`)
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: CLIENT.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid profile email',
      state: 'mine',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect((await idp.visit(uri, 'sari')).get('state')).toBe('mine')
  })

  test('[CAL-15] a caller without a PKCE challenge finishes the visit with the whole state', async () => {
    const account = await openAccount(await open())
    const { uri } = await account.call(getProviderUri, {
      query: { provider_id: 'oidc', redirect_uri: CALLBACK, state: 'mine.too' },
    })
    const back = await idp.visit(uri, 'sari')
    const state = back.get('state') ?? ''
    expect(state).toMatch(/^[\w-]{43}\.mine\.too$/)
    const code = back.get('code') ?? ''
    const answer = await finishVisit(account, { code, params: { state } })
    expect(answer).toEqual({
      provider_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 600,
      provider_profile: {
        provider_id: 'oidc',
        name: 'sari of the IdP',
        picture: 'https://pictures.example/sari.png',
        email: 'sari@example.org',
      },
    })
  })

  test('malformed text in any field is refused without an internal error', async () => {
    const account = await openAccount(await open())
    const { access_token: accessToken } = await signUp(account, 'sari@home.example')
    const sudoToken = await sudo(account, 'sari@home.example', accessToken)
    const { verifier } = await beginVisit(account)
    for (const odd of [
      '\u0000',
      '\ud800',
      '%00',
      '../..',
      'x'.repeat(1000),
      "'; --",
      '__proto__',
    ]) {
      const query = { provider_id: 'oidc', redirect_uri: CALLBACK, state: odd }
      await account.call(getProviderUri, { query })
      const calls = [
        finishVisit(account, { code: odd, params: { state: odd } }),
        finishVisit(account, { code: odd, params: { code_verifier: odd } }),
        finishVisit(account, { code: 'c', params: { state: 's' }, redirectUri: odd }),
        finishVisit(account, { provider_id: odd, code: 'c', params: { state: 's' } }),
        account.call(signInWithProvider, { body: { provider_token: odd } }),
        account.call(bindProvider, { body: { provider_token: odd }, accessToken, sudoToken }),
        account.call(transferProvider, {
          params: { provider_id: odd },
          body: { provider_trans_token: odd },
          accessToken,
          sudoToken,
        }),
      ]
      for (const error of (await Promise.all(calls.map(failure))) as Error[]) {
        expect(['ServiceError', 'ZodError', '$ZodError'], String(error)).toContain(error.name)
      }
    }
    const wrongCode = finishVisit(account, {
      code: '\u0000',
      params: { code_verifier: verifier, iss: '\u0000' },
    })
    expect(await failure(wrongCode)).toMatchObject({ error: 'provider_error' })
  })

  test('a visit cannot be finished twice, late, with another redirect URI, or by another client or device', async () => {
    const account = await openAccount(await open())
    const { uri, verifier } = await beginVisit(account)
    const code = (await idp.visit(uri, 'sari')).get('code') ?? ''
    const params = { code_verifier: verifier }
    const over = { error: 'expired_token' }
    for (const wrong of [
      { caller: { clientId: 'awan-desktop' } },
      { caller: { deviceId: 'f'.repeat(32) } },
      { caller: { deviceId: undefined } },
      { redirectUri: `${CALLBACK}/other` },
      { params: { code_verifier: 'x'.repeat(43) } },
      { params: { state: 'mine' } },
    ]) {
      expect(await failure(finishVisit(account, { code, params, ...wrong }))).toMatchObject(over)
    }
    await finishVisit(account, { code, params })
    expect(await failure(finishVisit(account, { code, params }))).toMatchObject(over)

    const late = await beginVisit(account)
    const lateCode = (await idp.visit(late.uri, 'sari')).get('code') ?? ''
    account.clock.advance(10 * MINUTE_MS)
    const lateParams = { code_verifier: late.verifier }
    expect(
      await failure(finishVisit(account, { code: lateCode, params: lateParams })),
    ).toMatchObject(over)
  })

  test('the code of another visit is refused by the provider (PKCE), and the state is used up', async () => {
    const account = await openAccount(await open())
    const attacker = await beginVisit(account)
    const stolen = (await idp.visit(attacker.uri, 'attacker')).get('code') ?? ''
    const victim = await beginVisit(account)
    const params = { code_verifier: victim.verifier }
    const error = (await failure(finishVisit(account, { code: stolen, params }))) as ServiceError
    expect(error).toMatchObject({ error: 'provider_error', code: 4019 })
    expect(String(error.cause)).toMatch('invalid_grant')
    const again = await failure(finishVisit(account, { code: stolen, params }))
    expect(again).toMatchObject({ error: 'expired_token' })
  })

  test('[CAL-16] patching a provider token does not replace what the provider reported', async () => {
    const account = await openAccount(await open())
    const provider_token = await prove(account, 'sari')
    const patched = await account.call(patchProviderToken, {
      body: {
        provider_token,
        provider_params: { name: 'Mallory', email: 'boss@example.org', picture: 'javascript:1' },
      },
    })
    expect(patched.provider_token).toBe(provider_token)
    expect(patched.provider_profile).toMatchObject({
      name: 'sari of the IdP',
      email: 'sari@example.org',
      picture: 'https://pictures.example/sari.png',
    })
    const body = { provider_token: 'x', provider_params: {} }
    expect(await failure(account.call(patchProviderToken, { body }))).toMatchObject({
      error: 'expired_token',
    })
  })

  test('[CAL-16] a provider that tells no name: the page adds it to the token, and it is that of the bound account', async () => {
    const account = await openAccount(await open())
    const { uri, verifier } = await beginVisit(account)
    const code = (await idp.visit(uri, NAMELESS)).get('code') ?? ''
    const granted = await finishVisit(account, { code, params: { code_verifier: verifier } })
    expect(granted.provider_profile).toEqual({
      provider_id: 'oidc',
      email: `${NAMELESS}@example.org`,
    })
    const { provider_token } = granted
    const patched = await account.call(patchProviderToken, {
      body: { provider_token, provider_params: { name: ' Sari\n Dewi ', email: 'a@b.example' } },
    })
    expect(patched.provider_profile).toEqual({
      ...granted.provider_profile,
      name: 'Sari Dewi',
    })
    const { access_token: accessToken } = await account.signUp('sari@home.example', {
      provider_token,
    })
    expect((await account.call(listProviders, { accessToken })).data).toMatchObject([
      { bind: true, provider_user_name: 'Sari Dewi' },
    ])
  })

  test('the database stores neither provider tokens nor states in usable form', async () => {
    const db = await open()
    const account = await openAccount(db)
    const { uri } = await account.call(getProviderUri, {
      query: { provider_id: 'oidc', redirect_uri: CALLBACK, state: 'mine' },
    })
    const provider_token = await prove(account, 'sari')
    const rows = await db.read(async (reader) => [
      await reader.selectFrom('provider_states').selectAll().execute(),
      await reader.selectFrom('provider_tokens').selectAll().execute(),
    ])
    const held = JSON.stringify(rows)
    expect(held).not.toContain(provider_token)
    expect(held).not.toContain(new URL(uri).searchParams.get('state')?.split('.')[0])
  })

  test('expired states and provider tokens are removed from the database', async () => {
    const db = await open()
    const account = await openAccount(db)
    await prove(account, 'sari')
    account.clock.advance(11 * MINUTE_MS)
    for (const chore of account.account.housekeeping.filter(({ name }) =>
      /third parties|provider tokens/.test(name),
    )) {
      await chore.run()
    }
    const left = await db.read(async (reader) => [
      ...(await reader.selectFrom('provider_states').selectAll().execute()),
      ...(await reader.selectFrom('provider_tokens').selectAll().execute()),
    ])
    expect(left).toEqual([])
  })

  if (kind === 'postgres') return

  test('the sign-in page gets the ids and names of the providers and nothing else', async () => {
    const account = await openAccount(await open())
    expect(await account.call(listSignInProviders)).toEqual({
      total: 1,
      data: [{ id: 'oidc', name: 'Home IdP' }],
    })
  })

  test.each([
    ['another origin', 'https://evil.example/provider-callback'],
    ['an origin that only begins alike', 'https://drive.example.evil.example/'],
    ['a user before the host', 'https://drive.example@evil.example/'],
    ['no TLS', 'http://drive.example/provider-callback'],
    ['a query', `${CALLBACK}?next=https://evil.example`],
    ['a fragment', `${CALLBACK}#x`],
    ['a path that browsers write differently', 'https://drive.example/a/../b'],
    ['another scheme', 'javascript:alert(1)'],
    ['no address at all', 'callback'],
  ])('[CAL-14] a redirect URI with %s is refused', async (_, redirect_uri) => {
    const account = await openAccount(await open())
    const query = { provider_id: 'oidc', redirect_uri, state: 's' }
    const error = await failure(account.call(getProviderUri, { query }))
    expect(error).toMatchObject({ error: 'invalid_request_uri' })
  })

  test("[CAL-14] a page of an allowed origin may start a visit, and gets the provider's sign-out address", async () => {
    const account = await openAccount(await open(), { allowedOrigins: ['https://app.example'] })
    const answer = await account.call(getProviderUri, {
      query: {
        provider_id: 'oidc',
        redirect_uri: 'https://app.example/back',
        state: 's',
        'other_params[sign_out_uri]': CALLBACK,
      },
    })
    const signOut = new URL(answer.signout_uri ?? '')
    expect(signOut.origin).toBe(idp.issuer)
    expect(signOut.searchParams.get('post_logout_redirect_uri')).toBe(CALLBACK)
  })

  test('[CAL-14] a visit with a plain challenge, another response type, an unknown provider or an unknown client is refused', async () => {
    const account = await openAccount(await open())
    const query = { provider_id: 'oidc', redirect_uri: CALLBACK, state: 's' }
    const ask = (changes: object, caller = {}) =>
      failure(account.call(getProviderUri, { query: { ...query, ...changes }, caller }))
    const challenge = 'x'.repeat(43)
    expect(
      await ask({
        'other_params[code_challenge]': challenge,
        'other_params[code_challenge_method]': 'plain',
      }),
    ).toMatchObject({ error: 'invalid_request' })
    expect(await ask({ 'other_params[code_challenge]': challenge })).toMatchObject({
      error: 'invalid_request',
    })
    expect(await ask({ response_type: 'token' })).toMatchObject({
      error: 'unsupported_response_type',
    })
    expect(await ask({ provider_id: 'google' })).toMatchObject({ error: 'not_found' })
    expect(await ask({}, { clientId: 'somebody' })).toMatchObject({ error: 'unauthorized_client' })
  })

  test('[CAL-14] a PKCE challenge starts only one visit', async () => {
    const account = await openAccount(await open())
    const { query } = await beginVisit(account)
    const again = account.call(getProviderUri, {
      query: {
        provider_id: 'oidc',
        redirect_uri: CALLBACK,
        state: 's',
        'other_params[code_challenge]': query.get('code_challenge') ?? '',
        'other_params[code_challenge_method]': 'S256',
      },
    })
    expect(await failure(again)).toMatchObject({ error: 'invalid_request' })
  })

  test('[CAL-15] a provider token needs exactly one proof from the provider, with its parameters', async () => {
    const account = await openAccount(await open())
    for (const given of [
      {},
      { provider_code: 'c', provider_id_token: 'i' },
      { provider_code: 'c' },
    ]) {
      const call = account.call(grantProviderToken, { body: { provider_id: 'oidc', ...given } })
      expect(await failure(call)).toMatchObject({ error: 'invalid_argument' })
    }
  })
})
