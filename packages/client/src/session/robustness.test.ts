/** What went wrong in other clients of this kind, each held as a test. */
import { expect, test, vi } from 'vitest'
import { createAwanClient } from '../client.ts'
import * as api from '../index.ts'
import { createMemoryRuntime, type MemoryRuntime } from '../runtime/memory.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, sendJson } from '../testing/local-server.ts'

const KEY = 'credentials_awan-test'
const TOKEN_CALL = '/v1/auth/token'
const HOUR_MS = 3_600_000

function open(origin: string, runtime: Runtime) {
  return createAwanClient({
    clientId: 'awan-test',
    origins: [origin],
    runtime,
    log: { level: 'off' },
  })
}

async function setUp(overrides: Record<string, Handler> = {}, runtime = createMemoryRuntime()) {
  const server = await openAccountServer(overrides)
  const client = open(server.origin, runtime)
  await client.signIn.withPassword({ username: 'ana@example.org', password: 'secret' })
  return { server, runtime, client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('when nobody is signed in, calls that need a user fail with unauthenticated', async () => {
  await using server = await openAccountServer()
  const { session, user, signOut } = open(server.origin, createMemoryRuntime())
  for (const call of [
    () => user.me(),
    () => session.accessToken(),
    () => session.refresh(),
    () => session.introspect(),
  ]) {
    expect((await caught(call())).error).toBe('unauthenticated')
  }
  await signOut()
  expect(server.received).toHaveLength(0)
})

test('a listener that makes a call when another tab signs in does not deadlock', async () => {
  await using place = await setUp()
  const answers: Promise<unknown>[] = []
  place.client.session.subscribe(() => void answers.push(place.client.user.me()))
  const otherTab = open(place.server.origin, place.runtime.openTab())
  place.runtime.advance(7_080_000)
  await place.client.user.me()
  await otherTab.signIn.withPassword({ username: 'ben@example.org', password: 'secret' })
  expect(answers).toHaveLength(1)
  expect(await answers[0]).toEqual({ sub: 'Bearer access-3' })
})

test('a call made while another call refreshes the token does not deadlock', async () => {
  let inner: Promise<unknown> | undefined
  await using place = await setUp({
    [TOKEN_CALL]: () => {
      // While the refresh is under way, as a hook or a listener of the app would.
      inner ??= place.client.user.me()
      return {
        access_token: 'access-1',
        refresh_token: 'r',
        expires_in: 7200,
        sub: 'user-ana@example.org',
      }
    },
  })
  place.runtime.advance(7_080_000)
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-1' })
  expect(await inner).toEqual({ sub: 'Bearer access-1' })
  expect(place.server.calls(TOKEN_CALL)).toHaveLength(1)
})

test('a session listener that throws affects neither other listeners nor the call', async () => {
  await using place = await setUp()
  const listener = vi.fn()
  place.client.session.subscribe(() => {
    throw new Error('the app is broken')
  })
  place.client.session.subscribe(listener)
  await place.client.signOut()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a refresh that answers late neither blocks a sign-out nor signs in again', async () => {
  const { promise: late, resolve: answerLate } = Promise.withResolvers<void>()
  await using place = await setUp({
    [TOKEN_CALL]: async (_request, response) => {
      await late
      sendJson(response, 200, {
        access_token: 'late',
        refresh_token: 'late',
        expires_in: 7200,
        sub: 'user-ana@example.org',
      })
    },
  })
  place.runtime.advance(7_080_000)
  const call = caught(place.client.user.me())
  await place.client.signOut()
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
  answerLate()
  expect((await call).error).toBe('unauthenticated')
  expect(place.runtime.storage.get(KEY)).toBeUndefined()
})

test('a device clock that is an hour off does not make a fresh session look expired', async () => {
  for (const aheadMs of [HOUR_MS, -HOUR_MS]) {
    const runtime = createMemoryRuntime()
    const serverNow = () => runtime.now() - aheadMs
    await using place = await setUp(
      {
        '/v1/auth/signin': (_request, response) => {
          response.setHeader('date', new Date(serverNow()).toUTCString())
          return {
            access_token: 'access-1',
            refresh_token: 'refresh-1',
            expires_in: 1800,
            // The end as the server's clock knows it.
            expires_at: new Date(serverNow() + 1_680_000).toISOString(),
            sub: 'user-ana@example.org',
          }
        },
        '/v1/user/me': ({ headers }) => ({ sub: headers.authorization }),
      },
      runtime,
    )
    expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-1' })
    const nextPage = open(place.server.origin, runtime.openTab())
    expect(await nextPage.user.me()).toEqual({ sub: 'Bearer access-1' })
    expect(place.server.calls(TOKEN_CALL)).toHaveLength(0)
  }
})

test('setting the clock back after a refresh does not end the session', async () => {
  await using place = await setUp()
  const stored = JSON.parse(place.runtime.storage.get(KEY) ?? '')
  const inAnHour = new Date(place.runtime.now() + HOUR_MS).toISOString()
  place.runtime.storage.set(KEY, JSON.stringify({ ...stored, refreshed_at: inAnHour }))
  place.server.refuseAccessTokens()
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-2' })
})

test('when storage always throws, the session lasts as long as the page', async () => {
  const { createStorageChain } = await import('../runtime/storage-chain.ts')
  const warn = vi.fn()
  const storage = createStorageChain(() => {
    throw new DOMException('denied', 'SecurityError')
  }, warn)
  const runtime = { ...createMemoryRuntime(), storage } as MemoryRuntime
  await using place = await setUp({}, runtime)
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-1' })
  await place.client.signOut()
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
  expect(warn).toHaveBeenCalledTimes(1)
})

test('a refresh answer for another user never replaces the session', async () => {
  await using place = await setUp({
    [TOKEN_CALL]: () => ({
      access_token: 'theirs',
      refresh_token: 'theirs',
      expires_in: 7200,
      sub: 'user-mallory',
    }),
  })
  place.runtime.advance(7_300_000)
  const call = caught(place.client.user.me())
  expect((await call).error).toBe('internal')
  expect(JSON.parse(place.runtime.storage.get(KEY) ?? '')).toMatchObject({
    sub: 'user-ana@example.org',
    refresh_token: 'refresh-1',
  })
})

test('an invalid refresh answer leaves the stored session unchanged', async () => {
  for (const answer of [{}, { access_token: 'a' }, { access_token: {}, sub: 's', expires_in: 1 }]) {
    await using place = await setUp({ [TOKEN_CALL]: () => answer })
    const before = place.runtime.storage.get(KEY)
    place.runtime.advance(7_300_000)
    expect((await caught(place.client.user.me())).error).toBe('internal')
    expect(place.runtime.storage.get(KEY)).toBe(before)
  }
})

test('disposing the client cancels its calls, stops its timers and keeps the session', async () => {
  await using place = await setUp({ '/v1/user/me': () => undefined })
  const call = caught(place.client.user.me())
  await place.server.arrived(2)
  place.client.dispose()
  expect((await call).error).toBe('cancelled')
  expect((await caught(place.client.user.me())).error).toBe('cancelled')
  expect(place.runtime.timers()).toBe(0)
  expect(place.runtime.listeners()).toBe(0)
  expect(JSON.parse(place.runtime.storage.get(KEY) ?? '')).toMatchObject({
    access_token: 'access-1',
  })
})

test('disposing during a refresh still stores the new tokens, because the old one is used up', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  await using place = await setUp({
    [TOKEN_CALL]: async (_request, response) => {
      ask()
      await held
      sendJson(response, 200, {
        access_token: 'access-2',
        refresh_token: 'refresh-2',
        expires_in: 7200,
        sub: 'user-ana@example.org',
      })
    },
  })
  place.runtime.advance(7_080_000)
  const call = caught(place.client.user.me())
  await asked
  place.client.dispose()
  expect((await call).error).toBe('cancelled')
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  place.runtime.openTab().changes.listen(KEY, store)
  release()
  await stored
  expect(JSON.parse(place.runtime.storage.get(KEY) ?? '')).toMatchObject({
    refresh_token: 'refresh-2',
  })
})

test('a 401 page of a Wi-Fi portal during a refresh does not sign out', async () => {
  await using place = await setUp({
    [TOKEN_CALL]: (_request, response) => {
      response.writeHead(401, { 'content-type': 'text/html' }).end('<html>sign in to the Wi-Fi')
      return undefined
    },
  })
  place.runtime.advance(7_300_000)
  expect((await caught(place.client.user.me())).error).not.toBe('unauthenticated')
  expect(place.client.session.state().status).toBe('signed-in')
})

test('the session can be renewed early, but not twice within 120 s', async () => {
  await using place = await setUp()
  await place.client.session.refresh()
  await place.client.session.refresh()
  expect(place.server.calls(TOKEN_CALL)).toHaveLength(1)
  expect(await place.client.session.accessToken()).toBe('access-2')
  place.runtime.advance(120_000)
  await place.client.session.refresh()
  expect(await place.client.session.accessToken()).toBe('access-3')
})

test('a call with optional credentials is sent without them when nobody is signed in', async () => {
  await using place = await setUp({ '/v1/x': ({ headers }) => ({ sent: headers.authorization }) })
  const call = () =>
    place.client.request<never>('GET' as never, '/v1/x' as never, { auth: 'optional' } as never)
  expect(await call()).toEqual({ sent: 'Bearer access-1' })
  await place.client.signOut()
  expect(await call()).toEqual({})
})

test('createClient and createAwanClient are the same function', () => {
  expect(api.createClient).toBe(api.createAwanClient)
})

test('invalid client options are a local error', () => {
  const runtime = createMemoryRuntime()
  for (const [options, name] of [
    [undefined, 'clientId'],
    [{}, 'clientId'],
    [{ clientId: 5, runtime }, 'clientId'],
    [{ clientId: 'a' }, 'runtime'],
    [{ clientId: 'a', runtime: {} }, 'runtime'],
  ] as const) {
    expect(() => createAwanClient(options as never)).toThrow(`wrong options param: ${name}`)
  }
})

test('invalid values for session, accounts or locale are refused or ignored', async () => {
  await using place = await setUp({ '/v1/auth/token/introspect': () => ({}) })
  const { session, accounts, setLocale, user } = place.client
  const before = place.runtime.storage.get(KEY)
  const polluted = JSON.parse('{"__proto__":{"token":"x"}}')
  for (const value of [undefined, null, 0, '', [], {}, Symbol('x'), 1n, () => 1, polluted]) {
    session.subscribe(value as never)()
    await session.introspect(value as never).catch((error) => expect(error.error).toBe('local'))
    expect(() => accounts.switchTo(value as never)).toThrow('this account is not stored here')
    setLocale(value as never)
    await user.me().catch((error) => expect(error.error).toBe('local'))
    expect(place.runtime.storage.get(KEY)).toBe(before)
  }
})
