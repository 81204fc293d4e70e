import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendError } from '../testing/local-server.ts'

test('[ACC-7] [CAL-30] a signed-in user can grant another app access', async () => {
  await using place = await openAccount()
  await place.signIn()
  const before = place.stored()
  const payload = {
    client_id: 'app',
    response_type: 'code',
    redirect_uri: 'https://app.test/back',
    state: 's',
    scope: 'user',
    code_challenge: 'challenge',
    code_challenge_method: 'S256',
    sign_out_uri: 'https://app.test/out',
  } as const
  const granted = await place.client.authorization.grant(payload)
  expect(granted).toEqual({ code: 'code', state: 's', expires_in: 60 })
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/user/authorize',
    query: {},
    json: payload,
    authorization: 'Bearer access-1',
  })
  expect(place.stored()).toBe(before)
})

test('[CAL-31] [ENT-15] a signed-in user can ask what an app requests', async () => {
  await using place = await openAccount()
  await place.signIn()
  const query = {
    client_id: 'app',
    response_type: 'code',
    redirect_uri: 'https://app.test/back?a=b&c',
    state: 's',
    scope: 'user drive',
    sign_out_uri: 'https://app.test/out',
    locale: 'ko',
  }
  const info = await place.client.authorization.info(query)
  expect(info.client).toEqual({ id: 'app', name: 'App' })
  expect(place.lastSent()).toEqual({
    method: 'GET',
    path: '/v1/user/authorize/info',
    query,
    json: {},
    authorization: 'Bearer access-1',
  })
})

test('[CAL-30] [CAL-31] granting access and asking what an app requests fail when nobody is signed in', async () => {
  await using place = await openAccount()
  const { authorization } = place.client
  const app = { client_id: 'app', redirect_uri: 'https://app.test' }
  expect((await caught(authorization.grant(app))).error).toBe('unauthenticated')
  expect((await caught(authorization.info(app))).error).toBe('unauthenticated')
  expect(place.server.received).toHaveLength(0)
})

test('[CAL-32] the check for existing consent works both signed in and signed out', async () => {
  await using place = await openAccount()
  const query = {
    client_id: 'app',
    redirect_uri: 'https://app.test/back',
    scope: 'user',
    sign_out_uri: 'https://app.test/out',
  }
  const sent = { method: 'GET', path: '/v1/user/authorize/detect', query, json: {} }
  expect(await place.client.authorization.detect(query)).toEqual({ code: 'code' })
  expect(place.lastSent()).toEqual({ ...sent, authorization: undefined })
  await place.signIn()
  await place.client.authorization.detect(query)
  expect(place.lastSent()).toEqual({ ...sent, authorization: 'Bearer access-1' })
})

test('[CAL-32] a failed consent check returns login_required, consent_required or interaction_required', async () => {
  for (const name of ['login_required', 'consent_required', 'interaction_required']) {
    await using place = await openAccount({
      '/v1/user/authorize/detect': (_request, response) => sendError(response, 400, name),
    })
    await place.signIn()
    const before = place.stored()
    const call = place.client.authorization.detect({ client_id: 'app' })
    expect((await caught(call)).error).toBe(name)
    expect(place.stored()).toBe(before)
  }
})
