import { ERROR_INFO } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendError, sendJson } from '../testing/local-server.ts'
import { readTwoFactor } from './read-two-factor.ts'

test('[ACC-1] [CAL-1] [ENT-9] a sign-in sends the typed name, the password and the client id', async () => {
  await using place = await openAccount()
  const credentials = await place.client.signIn.withPassword({
    username: 'ana',
    password: 'secret',
  })
  expect(credentials).toMatchObject({ access_token: 'access-1', sub: 'user-ana' })
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/signin',
    query: {},
    json: { username: 'ana', password: 'secret', client_id: 'awan-test' },
    authorization: undefined,
  })
  expect(place.client.session.state()).toMatchObject({ status: 'signed-in', sub: 'user-ana' })
})

test('[ACC-39] [CAL-1] a sign-in sends the typed name as the contact that it is', async () => {
  await using place = await openAccount()
  for (const [username, contact] of [
    ['+62 812', { phone_number: '+62 812' }],
    ['ana@example.org', { email: 'ana@example.org' }],
    ['ana', { username: 'ana' }],
  ] as const) {
    await place.signIn(username)
    expect(place.lastSent().json).toEqual({
      ...contact,
      password: 'secret',
      client_id: 'awan-test',
    })
  }
})

test('[CAL-1] a verified code signs in like a password', async () => {
  await using place = await openAccount()
  await place.client.signIn.withCode({ username: '+62 812', verification_token: 'verified' })
  expect(place.lastSent()).toMatchObject({
    path: '/v1/auth/signin',
    json: { phone_number: '+62 812', verification_token: 'verified', client_id: 'awan-test' },
  })
  expect(place.client.session.state()).toMatchObject({ sub: 'user-+62 812' })
})

test('[CAL-2] [ENT-12] a provider token signs in', async () => {
  await using place = await openAccount()
  await place.client.signIn.withProvider({ provider_token: 'p', provider_id: 'google' })
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/signin/with/provider',
    query: {},
    json: { provider_token: 'p', provider_id: 'google', client_id: 'awan-test' },
    authorization: undefined,
  })
  expect(place.client.session.state()).toMatchObject({ sub: 'user-of-provider' })
})

test('[CAL-3] a sign-in token signs in, also without a refresh token', async () => {
  await using place = await openAccount()
  const credentials = await place.client.signIn.withToken({ signin_token: 's', provider: 'shell' })
  expect(credentials).not.toHaveProperty('refresh_token')
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/signin/token',
    query: {},
    json: { signin_token: 's', provider: 'shell', client_id: 'awan-test' },
    authorization: undefined,
  })
  expect(place.client.session.state()).toMatchObject({ sub: 'user-of-token' })
})

test('[CAL-3] [CAL-6] a client with a secret sends it when it signs in', async () => {
  await using place = await openAccount({}, { clientSecret: 'hush' })
  await place.client.signIn.withToken({ signin_token: 's' })
  expect(place.lastSent().json).toMatchObject({ client_id: 'awan-test', client_secret: 'hush' })
  await place.client.signIn.withAuthorizationCode({ code: 'c', redirect_uri: 'https://a.test' })
  expect(place.lastSent().json).toMatchObject({ client_id: 'awan-test', client_secret: 'hush' })
})

test('[CAL-6] an authorization code is exchanged for credentials', async () => {
  await using place = await openAccount()
  const payload = {
    code: 'c',
    redirect_uri: 'https://app.test/back',
    code_verifier: 'verifier',
    nonce: 'n',
    scope: 'user',
  }
  await place.client.signIn.withAuthorizationCode(payload)
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/token',
    query: {},
    json: { ...payload, grant_type: 'authorization_code', client_id: 'awan-test' },
    authorization: undefined,
  })
  expect(place.client.session.state()).toMatchObject({ sub: 'user-authorization_code' })
})

test('a sign-in that fails leaves nobody signed in', async () => {
  await using place = await openAccount({
    '/v1/auth/signin': (_request, response) =>
      sendError(response, 400, 'invalid_account_or_password'),
  })
  expect((await caught(place.signIn())).error).toBe('invalid_account_or_password')
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
})

test('an answer without credentials leaves the session unchanged', async () => {
  await using place = await openAccount({ '/v1/auth/signin/token': () => ({ hello: 'world' }) })
  const failed = () => caught(place.client.signIn.withToken({ signin_token: 's' }))
  expect((await failed()).error).toBe('internal')
  expect(place.stored()).toBeUndefined()
  await place.signIn()
  const before = place.stored()
  expect((await failed()).error).toBe('internal')
  expect(place.stored()).toBe(before)
})

test('[ACC-31] wrong and expired verification codes give different errors', async () => {
  for (const name of ['invalid_verification_code', 'expired_verification_code']) {
    await using place = await openAccount({
      '/v1/auth/signin': (_request, response) => sendError(response, 400, name),
    })
    const call = place.client.signIn.withCode({ username: 'ana', verification_token: 't' })
    expect((await caught(call)).error).toBe(name)
  }
})

test('[ACC-33] a sign-in that requires an SMS code continues with that code', async () => {
  await using place = await openAccount({
    '/v1/auth/signin': ({ json }, response) =>
      json.verification_token === 'verified'
        ? { access_token: 'a', expires_in: 7200, sub: 'u1' }
        : sendError(response, 400, 'validate_required'),
  })
  const { client } = place
  expect((await caught(place.signIn('+62 812'))).error).toBe('validate_required')
  const { verification_id } = await client.verification.send({ phone_number: '+62 812' })
  const { verification_token } = await client.verification.verify({
    verification_id,
    verification_code: '123456',
  })
  await client.signIn.withCode({ username: '+62 812', verification_token })
  expect(client.session.state()).toMatchObject({ status: 'signed-in', sub: 'u1' })
})

test('[ACC-32] [ACC-9] a sign-in that requires a second factor is repeated with its code', async () => {
  await using place = await openAccount({
    '/v1/auth/signin': ({ json }, response) => {
      if (json.two_factor_token !== 'step-2') {
        const metadata = { two_factor_token: 'step-2', methods: 'TOTP,RECOVERY' }
        const details = [{ '@type': ERROR_INFO, reason: 'TWO_FACTOR', metadata }]
        return sendJson(response, 400, { error: 'two_factor_required', error_code: 4015, details })
      }
      if (json.two_factor_recovery_code) {
        return sendError(response, 400, 'invalid_two_factor_recovery')
      }
      return json.two_factor_code === '123456'
        ? { access_token: 'a', expires_in: 7200, sub: 'u1' }
        : sendError(response, 400, 'invalid_two_factor')
    },
  })
  const { signIn } = place.client
  for (const [enter, typed] of [
    [signIn.withPassword, { username: 'ana', password: 'secret' }],
    [signIn.withCode, { username: 'ana', verification_token: 'verified' }],
  ] as const) {
    const step = readTwoFactor(await caught(enter(typed as never)))
    expect(step).toEqual({ token: 'step-2', methods: ['TOTP', 'RECOVERY'] })
    const withStep = { ...typed, two_factor_token: step?.token }
    const answer = (second: object) => enter({ ...withStep, ...second } as never)
    expect((await caught(answer({ two_factor_code: '000000' }))).error).toBe('invalid_two_factor')
    expect((await caught(answer({ two_factor_recovery_code: 'x' }))).error).toBe(
      'invalid_two_factor_recovery',
    )
    await answer({ two_factor_code: '123456' })
    expect(place.lastSent().json).toEqual({
      ...typed,
      two_factor_token: 'step-2',
      two_factor_code: '123456',
      client_id: 'awan-test',
    })
  }
  expect(place.client.session.state()).toMatchObject({ status: 'signed-in', sub: 'u1' })
})
