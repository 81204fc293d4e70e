import { expect, test, vi } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime, type MemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, sendError } from '../testing/local-server.ts'

const KEY = 'credentials_awan-test'
const TOKEN_CALL = '/v1/auth/token'

function open(origin: string, runtime: MemoryRuntime) {
  return createAwanClient({ clientId: 'awan-test', origins: [origin], runtime, locale: 'en' })
}

async function setUp(overrides: Record<string, Handler> = {}) {
  const server = await openAccountServer(overrides)
  const runtime = createMemoryRuntime()
  const client = open(server.origin, runtime)
  await client.signIn.withPassword({ username: 'ana@example.org', password: 'secret' })
  const stored = () => JSON.parse(runtime.storage.get(KEY) ?? 'null')
  return {
    server,
    runtime,
    client,
    stored,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('[ACC-10] [STO-1] a sign-in is stored under credentials_ plus the client id', async () => {
  await using place = await setUp()
  expect(place.stored()).toMatchObject({
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    expires_in: 7200,
    expires_at: '2026-01-01T01:58:00.000Z',
    sub: 'user-ana@example.org',
  })
})

test('[ENT-1] credentials are stored with access_token, token_type, refresh_token, expires_in, expires_at and sub', async () => {
  await using place = await setUp()
  const { scope: _scope, ...fields } = place.stored()
  expect(fields).toEqual({
    access_token: 'access-1',
    token_type: 'Bearer',
    refresh_token: 'refresh-1',
    expires_in: 7200,
    expires_at: '2026-01-01T01:58:00.000Z',
    sub: 'user-ana@example.org',
  })
})

test('[REQ-5] an authorized call sends token type and access token', async () => {
  await using place = await setUp()
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-1' })
})

test('an authorized call fails without asking the server when nobody is signed in', async () => {
  await using server = await openAccountServer()
  const client = open(server.origin, createMemoryRuntime())
  expect((await caught(client.user.me())).error).toBe('unauthenticated')
  expect(server.received).toHaveLength(0)
})

test('[ACC-12] [CAL-6] expired credentials are refreshed before the call', async () => {
  await using place = await setUp()
  place.runtime.advance(7_080_000)
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-2' })
  const [refresh] = place.server.calls(TOKEN_CALL)
  expect(refresh?.json).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'refresh-1',
    client_id: 'awan-test',
    client_secret: '',
  })
  expect(refresh?.headers['x-action']).toBe('refresh_token')
  expect(place.stored().refresh_token).toBe('refresh-2')
})

test('parallel calls share one refresh', async () => {
  await using place = await setUp()
  place.runtime.advance(7_080_000)
  await Promise.all([1, 2, 3, 4].map(() => place.client.user.me()))
  expect(place.server.calls(TOKEN_CALL)).toHaveLength(1)
})

test('racing tabs send one refresh and both calls succeed', async () => {
  await using place = await setUp()
  const otherTab = open(place.server.origin, place.runtime.openTab())
  place.runtime.advance(7_080_000)
  const answers = await Promise.all([place.client.user.me(), otherTab.user.me()])
  expect(answers).toEqual([{ sub: 'Bearer access-2' }, { sub: 'Bearer access-2' }])
  expect(place.server.calls(TOKEN_CALL)).toHaveLength(1)
})

test('[ACC-18] a call answered unauthenticated is repeated once with renewed credentials', async () => {
  await using place = await setUp()
  place.server.refuseAccessTokens()
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-2' })
  const [first, second] = place.server.calls('/v1/user/me')
  expect(second?.headers['x-request-id']).toBe(first?.headers['x-request-id'])
})

test('[ACC-19] [ACC-22] [CON-9] a call that is refused again after a refresh clears the credentials', async () => {
  await using place = await setUp({
    '/v1/user/me': (_request, response) => sendError(response, 401, 'unauthenticated'),
  })
  expect((await caught(place.client.user.me())).error).toBe('unauthenticated')
  expect(place.server.calls(TOKEN_CALL)).toHaveLength(1)
  expect(place.server.calls('/v1/user/me')).toHaveLength(2)
  expect(place.stored()).toBeNull()
})

test('[ACC-22] a call refreshes expired credentials at most once', async () => {
  await using place = await setUp({
    '/v1/user/me': (_request, response) => sendError(response, 401, 'unauthenticated'),
  })
  place.runtime.advance(7_080_000)
  expect((await caught(place.client.user.me())).error).toBe('unauthenticated')
  expect(place.server.calls(TOKEN_CALL)).toHaveLength(1)
  expect(place.stored()).toBeNull()
})

test('[ACC-21] [CON-8] a refresh is not repeated within 120 s', async () => {
  await using place = await setUp()
  place.server.refuseAccessTokens()
  await place.client.user.me()
  place.server.refuseAccessTokens()
  place.runtime.advance(119_999)
  expect((await caught(place.client.user.me())).error).toBe('unauthenticated')
  expect(place.server.calls(TOKEN_CALL)).toHaveLength(1)
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
})

test('[ACC-21] a refresh can be repeated after 120 s', async () => {
  await using place = await setUp()
  place.server.refuseAccessTokens()
  await place.client.user.me()
  place.server.refuseAccessTokens()
  place.runtime.advance(120_000)
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-3' })
})

test('[ACC-14] invalid_grant, unauthorized_client and unauthenticated clear the credentials', async () => {
  for (const answer of ['invalid_grant', 'unauthorized_client', 'unauthenticated']) {
    await using place = await setUp({
      [TOKEN_CALL]: (_request, response) => sendError(response, 400, answer),
    })
    place.runtime.advance(7_080_000)
    expect((await caught(place.client.user.me())).error).toBe('unauthenticated')
    expect(place.stored()).toBeNull()
  }
})

test('[ACC-14] a network failure during a refresh does not sign out', async () => {
  let isDown = true
  await using place = await setUp({
    [TOKEN_CALL]: (_request, response) => {
      if (isDown) response.destroy()
      return isDown
        ? undefined
        : { ...place.stored(), access_token: 'access-1', expires_at: undefined }
    },
  })
  place.runtime.advance(7_200_000)
  const call = caught(place.client.user.me())
  for (const _retry of [1, 2]) {
    await place.runtime.timerOf(300)
    place.runtime.advance(300)
  }
  expect((await call).error).toBe('unreachable')
  expect(place.stored().refresh_token).toBe('refresh-1')
  isDown = false
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-1' })
})

test('a call uses the old token until it really expires if the refresh cannot reach the server', async () => {
  await using place = await setUp({
    [TOKEN_CALL]: (_request, response) => void response.destroy(),
  })
  place.runtime.advance(7_080_000)
  const call = place.client.user.me()
  for (const _retry of [1, 2]) {
    await place.runtime.timerOf(300)
    place.runtime.advance(300)
  }
  expect(await call).toEqual({ sub: 'Bearer access-1' })
})

test('[ACC-13] [ERR-8] a refresh without a refresh token fails with unauthenticated', async () => {
  await using place = await setUp()
  const { refresh_token: _gone, ...rest } = place.stored()
  place.runtime.storage.set(KEY, JSON.stringify(rest))
  place.runtime.advance(7_080_000)
  expect(await caught(place.client.user.me())).toMatchObject({
    error: 'unauthenticated',
    description: 'refresh token not found',
  })
})

test('a refresh that ends after a sign-out in another tab does not sign in again', async () => {
  await using place = await setUp({
    [TOKEN_CALL]: () => {
      otherTab.storage.remove(KEY)
      return { ...credentials, access_token: 'late', refresh_token: 'late' }
    },
  })
  const credentials = place.stored()
  const otherTab = place.runtime.openTab()
  place.runtime.advance(7_080_000)
  expect((await caught(place.client.user.me())).error).toBe('unauthenticated')
  expect(place.stored()).toBeNull()
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
})

test('after invalid_grant the token that another tab has stored is used', async () => {
  await using place = await setUp({
    [TOKEN_CALL]: (_request, response) => {
      const renewed = { ...credentials, refresh_token: 'refresh-9', expires_at: '2099-01-01' }
      place.runtime.storage.set(KEY, JSON.stringify(renewed))
      return sendError(response, 400, 'invalid_grant')
    },
  })
  const credentials = place.stored()
  place.runtime.advance(7_080_000)
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-1' })
  expect(place.stored().refresh_token).toBe('refresh-9')
})

test('a call started by one user is not repeated as another user', async () => {
  await using place = await setUp({
    '/v1/user/me': (_request, response) => {
      place.runtime.storage.set(KEY, JSON.stringify({ ...place.stored(), sub: 'user-ben' }))
      return sendError(response, 401, 'unauthenticated')
    },
  })
  expect((await caught(place.client.user.me())).error).toBe('unauthenticated')
  expect(place.server.calls('/v1/user/me')).toHaveLength(1)
  expect(place.client.session.state()).toEqual({
    status: 'signed-in',
    sub: 'user-ben',
    isAnonymous: false,
  })
})

test('[ACC-15] [ACC-16] [CAL-7] sign-out revokes the refresh token, then clears', async () => {
  await using place = await setUp({
    '/v1/auth/revoke': () => {
      expect(place.stored()).not.toBeNull()
      return {}
    },
  })
  await place.client.signOut()
  expect(place.server.calls('/v1/auth/revoke')[0]?.json).toEqual({
    token: 'refresh-1',
    token_type_hint: 'refresh_token',
  })
  expect(place.stored()).toBeNull()
})

test('[ACC-16] revoking only the access token keeps the session', async () => {
  await using place = await setUp()
  await place.client.signOut({ tokenTypeHint: 'access_token' })
  expect(place.server.calls('/v1/auth/revoke')[0]?.json).toMatchObject({ token: 'access-1' })
  expect(place.client.session.state().status).toBe('signed-in')
})

test('a sign-out that cannot reach the server clears this device and fails with unreachable', async () => {
  await using place = await setUp({
    '/v1/auth/revoke': (_request, response) => void response.destroy(),
  })
  const call = caught(place.client.signOut())
  await place.runtime.timerOf(300)
  place.runtime.advance(300)
  expect((await call).error).toBe('unreachable')
  expect(place.stored()).toBeNull()
})

test('the session state is the same object until it changes, and every tab is notified', async () => {
  await using place = await setUp()
  const otherTab = open(place.server.origin, place.runtime.openTab())
  const listener = vi.fn()
  const stop = otherTab.session.subscribe(listener)
  const before = otherTab.session.state()
  expect(before).toMatchObject({ status: 'signed-in', sub: 'user-ana@example.org' })

  place.server.refuseAccessTokens()
  await place.client.user.me()
  expect(otherTab.session.state()).toBe(before)
  expect(listener).not.toHaveBeenCalled()

  await place.client.signOut()
  expect(otherTab.session.state()).toEqual({ status: 'signed-out' })
  expect(listener).toHaveBeenCalledTimes(1)

  stop()
  await place.client.signUp.withContact({
    email: 'eva@example.org',
    verification_token: 't',
    password: 'long enough',
  })
  expect(listener).toHaveBeenCalledTimes(1)
  otherTab.dispose()
  await place.client.signOut()
  expect(otherTab.session.state()).toMatchObject({
    status: 'signed-in',
    sub: 'user-eva@example.org',
  })
})
