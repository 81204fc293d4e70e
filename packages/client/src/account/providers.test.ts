import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendError } from '../testing/local-server.ts'
import { createPkce } from './pkce.ts'

test('[CAL-14] [ENT-12] the address of a provider is requested with its query', async () => {
  await using place = await openAccount()
  const query = {
    provider_id: 'google',
    redirect_uri: 'https://app.test/back?a=b&c',
    state: 's',
    scope: 'email',
    response_type: 'code',
  }
  const answer = await place.client.providers.uri(query)
  expect(answer).toEqual({ uri: 'https://provider.test/authorize' })
  expect(place.lastSent()).toEqual({
    method: 'GET',
    path: '/v1/auth/provider/uri',
    query: { ...query, client_id: 'awan-test' },
    json: {},
    authorization: undefined,
  })
})

test('[CAL-14] [ENT-13] other_params are sent with their names in brackets, and a PKCE verifier is never sent', async () => {
  await using place = await openAccount()
  const pkce = await createPkce(place.runtime)
  await place.client.providers.uri({
    provider_id: 'google',
    redirect_uri: 'https://app.test',
    state: 's',
    other_params: { ...pkce, sign_out_uri: 'https://app.test/out' },
  })
  expect(place.lastSent().query).toEqual({
    client_id: 'awan-test',
    provider_id: 'google',
    redirect_uri: 'https://app.test',
    state: 's',
    'other_params[code_challenge]': pkce.code_challenge,
    'other_params[code_challenge_method]': 'S256',
    'other_params[sign_out_uri]': 'https://app.test/out',
  })
})

test('[CAL-15] [ENT-12] a provider token is granted', async () => {
  await using place = await openAccount()
  const payload = {
    provider_id: 'google',
    provider_code: 'c',
    provider_redirect_uri: 'https://app.test',
    provider_params: { iv: '1' },
  }
  const granted = await place.client.providers.grantToken(payload)
  expect(granted.provider_token).toBe('provider-token')
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/provider/token',
    query: {},
    json: { ...payload, client_id: 'awan-test' },
    authorization: undefined,
  })
  expect(place.stored()).toBeUndefined()
})

test('[CAL-16] a provider token is patched', async () => {
  await using place = await openAccount()
  const payload = { provider_token: 'p', provider_params: { code: 'late' } }
  const patched = await place.client.providers.patchToken(payload)
  expect(patched.provider_token).toBe('provider-token')
  expect(place.lastSent()).toEqual({
    method: 'PATCH',
    path: '/v1/auth/provider/token',
    query: {},
    json: { ...payload, client_id: 'awan-test' },
    authorization: undefined,
  })
})

test('[ACC-34] [ACC-35] [ACC-36] a provider sign-in can be pending, ask to slow down, or have expired', async () => {
  for (const name of ['authorization_pending', 'slow_down', 'expired_token']) {
    await using place = await openAccount({
      '/v1/auth/provider/token': (_request, response) => sendError(response, 400, name),
    })
    const call = place.client.providers.grantToken({ provider_id: 'google' })
    expect((await caught(call)).error).toBe(name)
  }
})

test('[ACC-6] [CAL-17] a provider is bound', async () => {
  await using place = await openAccount()
  await place.signIn()
  await place.client.providers.bind({ provider_token: 'p' })
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/user/provider/bind',
    query: {},
    json: { provider_token: 'p' },
    authorization: 'Bearer access-1',
  })
})

test('[CAL-18] the providers are listed', async () => {
  await using place = await openAccount()
  await place.signIn()
  expect(await place.client.providers.list()).toEqual({
    total: 1,
    data: [{ id: 'google', name: 'Google', bind: true }],
  })
  expect(place.lastSent()).toEqual({
    method: 'GET',
    path: '/v1/user/provider',
    query: {},
    json: {},
    authorization: 'Bearer access-1',
  })
})

test('[ACC-6] [ACC-37] [CAL-19] a provider is unbound, with a captcha if one is required', async () => {
  await using place = await openAccount({
    '/v1/user/provider/google': ({ headers }, response) =>
      headers['x-captcha-token'] === 'earned' ? {} : sendError(response, 400, 'captcha_required'),
    '/v1/shield/captcha/init': () => ({ captcha_token: 'earned', expires_in: 300 }),
  })
  await place.signIn()
  await place.client.providers.unbind('google')
  expect(place.server.calls('/v1/shield/captcha/init')[0]?.json).toMatchObject({
    action: 'DELETE:/v1/user/provider/{provider_id}',
    meta: {},
  })
  expect(place.lastSent()).toEqual({
    method: 'DELETE',
    path: '/v1/user/provider/google',
    query: {},
    json: {},
    authorization: 'Bearer access-1',
  })
  expect(place.server.received.at(-1)?.body).toHaveLength(0)
})

test('[CAL-19] a provider id cannot change the path of a call', async () => {
  await using place = await openAccount()
  await place.signIn()
  for (const id of ['', '.', '..', undefined, null, {}, '\ud800']) {
    expect((await caught(place.client.providers.unbind(id as never))).error).toBe('local')
  }
  expect(place.server.received).toHaveLength(1)
  expect((await caught(place.client.providers.unbind('../me?x#y'))).error).toBe('not_found')
  expect(place.lastSent().path).toBe('/v1/user/provider/..%2Fme%3Fx%23y')
})

test('[CAL-20] [ENT-12] a provider is transferred with the token that the caller passes as trans_token', async () => {
  await using place = await openAccount()
  await place.signIn()
  const answer = await place.client.providers.transfer('google', { trans_token: 't' })
  expect(answer).toEqual({ client_id: 'awan-test' })
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/user/provider/google/trans',
    query: {},
    json: { provider_trans_token: 't' },
    authorization: 'Bearer access-1',
  })
})

test('[CAL-21] continuing as the owner of a provider account signs in', async () => {
  await using place = await openAccount()
  await place.signIn()
  const credentials = await place.client.providers.transferByProvider({
    provider_token: 'p',
    trans_token: 't',
  })
  expect(credentials.sub).toBe('user-of-provider')
  expect(place.lastSent()).toEqual({
    method: 'PATCH',
    path: '/v1/user/trans/by/provider',
    query: {},
    json: { provider_token: 'p', trans_token: 't', client_id: 'awan-test' },
    authorization: 'Bearer access-1',
  })
  expect(place.client.session.state()).toMatchObject({ sub: 'user-of-provider' })
})

test('provider calls that concern an account fail when nobody is signed in', async () => {
  await using place = await openAccount()
  const { providers } = place.client
  for (const call of [
    () => providers.bind({ provider_token: 'p' }),
    () => providers.list(),
    () => providers.unbind('google'),
    () => providers.transfer('google', { trans_token: 't' }),
    () => providers.transferByProvider({ provider_token: 'p' }),
  ]) {
    expect((await caught(call())).error).toBe('unauthenticated')
  }
  expect(place.server.received).toHaveLength(0)
})

test('binding, unbinding and transferring a provider send the sudo token only in a header', async () => {
  await using place = await openAccount()
  await place.signIn()
  const { providers } = place.client
  const sudo_token = 'sudo-1'
  await providers.bind({ provider_token: 'p', sudo_token })
  await providers.unbind('google', { sudo_token })
  await providers.transfer('google', { trans_token: 't', sudo_token })
  const sent = place.server.received.slice(1)
  expect(sent.map(({ headers }) => headers['x-sudo-token'])).toEqual(Array(3).fill('sudo-1'))
  expect(sent.map(({ json }) => json)).toEqual([
    { provider_token: 'p' },
    {},
    { provider_trans_token: 't' },
  ])
  for (const wrong of ['', 5] as never[]) {
    const call = providers.unbind('google', { sudo_token: wrong })
    expect((await caught(call)).error).toBe('local')
  }
  expect(place.server.received).toHaveLength(4)
})
