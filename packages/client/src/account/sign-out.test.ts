import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendError } from '../testing/local-server.ts'

test('[CAL-7] [ENT-12] [ENT-14] [ACC-15] [ACC-16] a sign-out revokes the refresh token, then removes the session from this device', async () => {
  let storedAtRevocation: string | undefined
  await using place = await openAccount({
    '/v1/auth/revoke': () => {
      storedAtRevocation = place.stored()
      return {}
    },
  })
  await place.signIn()
  const before = place.stored()
  await place.client.signOut()
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/revoke',
    query: {},
    json: { token: 'refresh-1', token_type_hint: 'refresh_token' },
    authorization: undefined,
  })
  expect(storedAtRevocation).toBe(before)
  expect(place.stored()).toBeUndefined()
})

test('[CAL-7] [ENT-14] [ACC-16] a sign-out with the hint access_token revokes only the access token', async () => {
  await using place = await openAccount()
  await place.signIn()
  await place.client.signOut({ tokenTypeHint: 'access_token' })
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/revoke',
    query: {},
    json: { token: 'access-1', token_type_hint: 'access_token' },
    authorization: undefined,
  })
  expect(place.client.session.state().status).toBe('signed-in')
})

test('[CAL-7] without a refresh token a sign-out revokes the access token and ends the session', async () => {
  await using place = await openAccount()
  await place.client.signIn.withToken({ signin_token: 's' })
  await place.client.signOut()
  expect(place.lastSent().json).toEqual({ token: 'access-1', token_type_hint: 'access_token' })
  expect(place.stored()).toBeUndefined()
})

test('signing out of a session that the server has already ended gives no error', async () => {
  for (const name of ['unauthenticated', 'invalid_grant', 'unauthorized_client']) {
    await using place = await openAccount({
      '/v1/auth/revoke': (_request, response) => sendError(response, 400, name),
    })
    await place.signIn()
    await place.client.signOut()
    expect(place.stored()).toBeUndefined()
  }
})

test('signing out when nobody is signed in sends nothing', async () => {
  await using place = await openAccount()
  await place.client.signOut()
  expect(place.server.received).toHaveLength(0)
})

test('a refresh that never answers does not block a sign-out', async () => {
  let unanswered: ServerResponse | undefined
  await using place = await openAccount({
    '/v1/auth/token': (_request, response) => {
      unanswered = response
    },
  })
  await place.signIn()
  place.runtime.advance(7_200_000)
  const call = caught(place.client.user.me())
  await place.server.arrived(2)
  await place.client.signOut()
  expect(place.stored()).toBeUndefined()
  expect(place.server.calls('/v1/auth/revoke')).toHaveLength(1)

  if (unanswered) sendError(unanswered, 400, 'invalid_grant')
  expect((await call).error).toBe('unauthenticated')
})

test('a sign-out with invalid options is a local error and keeps the session', async () => {
  await using place = await openAccount()
  await place.signIn()
  const before = place.stored()
  const throwing = {
    get tokenTypeHint() {
      throw new Error('a getter of the caller')
    },
  }
  const nonsense = [null, 0, '', 'access_token', [], () => {}, Symbol('x'), 1n, throwing]
  const hints = [null, 0, '', 'id_token', ['access_token'], Symbol('x'), {}]
  for (const options of [...nonsense, ...hints.map((tokenTypeHint) => ({ tokenTypeHint }))]) {
    expect((await caught(place.client.signOut(options as never))).error).toBe('local')
  }
  expect(place.stored()).toBe(before)
  expect(place.server.received).toHaveLength(1)
})
