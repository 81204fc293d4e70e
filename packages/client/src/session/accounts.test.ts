import { expect, test, vi } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime, type MemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, sendError } from '../testing/local-server.ts'

const ANA = 'user-ana@example.org'
const BEN = 'user-ben@example.org'

function open(origin: string, runtime: MemoryRuntime) {
  return createAwanClient({
    clientId: 'awan-test',
    origins: [origin],
    runtime,
    locale: 'en',
    keepAccounts: true,
  })
}

async function setUp(overrides: Record<string, Handler> = {}) {
  const server = await openAccountServer(overrides)
  const runtime = createMemoryRuntime()
  const client = open(server.origin, runtime)
  const signIn = (username: string) => client.signIn.withPassword({ username, password: 'secret' })
  await signIn('ana@example.org')
  await signIn('ben@example.org')
  return {
    server,
    runtime,
    client,
    signIn,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('[STO-2] [STO-3] several accounts are stored under the client id, @ and the sub, and current_sub names the current one', async () => {
  await using place = await setUp()
  const { storage } = place.runtime
  expect(storage.keys().filter((key) => key.startsWith('credentials_'))).toEqual([
    `credentials_awan-test@${ANA}`,
    `credentials_awan-test@${BEN}`,
  ])
  expect(storage.get('current_sub')).toBe(BEN)
  expect(place.client.accounts.list()).toEqual([
    { sub: ANA, isAnonymous: false, isCurrent: false },
    { sub: BEN, isAnonymous: false, isCurrent: true },
  ])
})

test('[STO-3] switching accounts takes effect in every tab, and calls use the token of the new account', async () => {
  await using place = await setUp()
  const otherTab = open(place.server.origin, place.runtime.openTab())
  const listener = vi.fn()
  otherTab.session.subscribe(listener)
  place.client.accounts.switchTo(ANA)
  expect(place.runtime.storage.get('current_sub')).toBe(ANA)
  expect(otherTab.session.state()).toMatchObject({ status: 'signed-in', sub: ANA })
  expect(listener).toHaveBeenCalledTimes(1)
  expect(await otherTab.user.me()).toEqual({ sub: 'Bearer access-1' })
})

test('signing out of one account keeps the others, and none becomes the current one', async () => {
  await using place = await setUp()
  await place.client.signOut()
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
  expect(place.runtime.storage.get('current_sub')).toBeUndefined()
  expect(place.client.accounts.list()).toEqual([{ sub: ANA, isAnonymous: false, isCurrent: false }])
  place.client.accounts.switchTo(ANA)
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-1' })
})

test('any stored account can be signed out by its sub', async () => {
  await using place = await setUp()
  await place.client.signOut({ sub: ANA })
  expect(place.server.calls('/v1/auth/revoke')[0]?.json).toMatchObject({ token: 'refresh-1' })
  expect(place.client.accounts.list()).toMatchObject([{ sub: BEN, isCurrent: true }])
  await place.client.signOut({ sub: 'user-eva' })
  for (const sub of ['', 5, null]) {
    const error = await caught(place.client.signOut({ sub } as never))
    expect(error.description).toBe('wrong options param: sub')
  }
  for (const { sub } of place.client.accounts.list()) await place.client.signOut({ sub })
  expect(place.client.accounts.list()).toEqual([])
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
})

test('a call continues as the user who started it when another tab switches accounts', async () => {
  await using place = await setUp({
    '/v1/user/me': ({ headers }, response) => {
      if (headers.authorization !== 'Bearer access-2') return { sub: headers.authorization }
      otherTab.accounts.switchTo(ANA)
      return sendError(response, 401, 'unauthenticated')
    },
  })
  const otherTab = open(place.server.origin, place.runtime.openTab())
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-3' })
  expect(place.server.calls('/v1/auth/token')[0]?.json).toMatchObject({
    refresh_token: 'refresh-2',
  })
  expect(place.client.session.state()).toMatchObject({ sub: ANA })
  expect(JSON.parse(place.runtime.storage.get(`credentials_awan-test@${BEN}`) ?? '')).toMatchObject(
    { access_token: 'access-3', sub: BEN },
  )
})

test('a session that ends removes only its own account', async () => {
  await using place = await setUp({
    '/v1/auth/token': (_request, response) => sendError(response, 400, 'invalid_grant'),
  })
  place.runtime.advance(7_080_000)
  expect((await caught(place.client.user.me())).error).toBe('unauthenticated')
  expect(place.client.accounts.list()).toMatchObject([{ sub: ANA, isCurrent: false }])
})

test('the access token of another stored account is returned, renewed if due, without switching', async () => {
  await using place = await setUp()
  expect(await place.client.accounts.accessToken(ANA)).toBe('access-1')
  expect(await place.client.accounts.accessToken(BEN)).toBe('access-2')
  place.runtime.advance(7_080_000)
  expect(await place.client.accounts.accessToken(ANA)).toBe('access-3')
  expect(place.server.calls('/v1/auth/token')[0]?.json).toMatchObject({
    refresh_token: 'refresh-1',
  })
  expect(place.client.session.state()).toMatchObject({ sub: BEN })
  const stranger = await caught(place.client.accounts.accessToken('user-eva'))
  expect(stranger.error).toBe('unauthenticated')
  for (const sub of ['', undefined, 5]) {
    const error = await caught(place.client.accounts.accessToken(sub as never))
    expect(error.description).toBe('wrong options param: sub')
  }
})

test('switching to an account that is not stored is refused', async () => {
  await using place = await setUp()
  for (const sub of ['user-eva', '', '__proto__', undefined as unknown as string]) {
    expect(() => place.client.accounts.switchTo(sub)).toThrow('this account is not stored here')
  }
  expect(place.client.session.state()).toMatchObject({ sub: BEN })
})

test('credentials stored for a single account move to the storage for several', async () => {
  await using place = await setUp()
  const { storage } = place.runtime
  const eva = { ...JSON.parse(storage.get(`credentials_awan-test@${BEN}`) ?? ''), sub: 'user-eva' }
  for (const key of storage.keys()) storage.remove(key)
  storage.set('credentials_awan-test', JSON.stringify(eva))
  const client = open(place.server.origin, place.runtime.openTab())
  expect(client.session.state()).toMatchObject({ status: 'signed-in', sub: 'user-eva' })
  expect(storage.keys().sort()).toEqual(['credentials_awan-test@user-eva', 'current_sub'])
})

test('garbage in storage is no account, and valid accounts are kept', async () => {
  await using place = await setUp()
  const { storage } = place.runtime
  for (const [key, value] of [
    ['credentials_awan-test@x', '{"access_token":'],
    ['credentials_awan-test@y', 'null'],
    ['credentials_awan-test@z', '{"__proto__":{"sub":"z"}}'],
  ] as const) {
    storage.set(key, value)
  }
  const client = open(place.server.origin, place.runtime.openTab())
  expect(client.accounts.list().map(({ sub }) => sub)).toEqual([ANA, BEN])
  storage.set('current_sub', 'x')
  expect((await caught(client.user.me())).error).toBe('unauthenticated')
  expect(client.session.state()).toEqual({ status: 'signed-out' })
  client.accounts.switchTo(BEN)
  expect(await client.user.me()).toEqual({ sub: 'Bearer access-2' })
})
