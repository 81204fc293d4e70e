import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, sendError } from '../testing/local-server.ts'
import { detectBridge } from './detect-bridge.ts'
import { createShellAccount } from './shell-account.ts'
import { createShellSession } from './shell-session.ts'
import { createMemoryShell, type MemoryShellOptions } from './testing/memory-shell.ts'

async function setUp(
  overrides: Record<string, Handler> = {},
  shellOptions: MemoryShellOptions = {},
) {
  const server = await openAccountServer({
    '/v1/user/me': ({ headers }) => ({ sub: headers.authorization }),
    ...overrides,
  })
  const shell = createMemoryShell(shellOptions)
  const runtime = createMemoryRuntime({ page: shell.page })
  const bridge = detectBridge(runtime)
  if (!bridge) throw new Error('the shell was not accepted')
  const untold: unknown[] = []
  const keeper = createShellSession(createShellAccount(bridge), {
    onUntold: (error) => untold.push(error),
  })
  const client = createAwanClient({
    clientId: 'awan-test',
    origins: [server.origin],
    runtime,
    locale: 'en',
    keeper,
  })
  const methods = () => shell.requests.map((each) => 'method' in each && each.method)
  return {
    server,
    shell,
    runtime,
    client,
    keeper,
    untold,
    methods,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('[BRG-5] [BRG-6] the page takes over the user of the shell and sends the shell’s token', async () => {
  await using place = await setUp()
  expect(place.client.session.state().status).toBe('signed-out')
  await place.keeper.take()
  expect(place.client.session.state()).toMatchObject({ status: 'signed-in', sub: 'user-1' })
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer token-1' })
  expect(place.methods()).toEqual(['getSub', 'getAccessToken'])
  expect(place.runtime.storage.keys().filter((key) => key.startsWith('credentials_'))).toEqual([])
})

test('when nobody is signed in to the shell, the page is signed out and requests no token', async () => {
  await using place = await setUp()
  place.shell.login = null
  await place.keeper.take()
  expect(place.client.session.state().status).toBe('signed-out')
  expect(place.methods()).toEqual(['getSub'])
})

test('[BRG-6] a token that the server refuses is renewed once by the shell', async () => {
  await using place = await setUp({
    '/v1/user/me': ({ headers }, response) =>
      headers.authorization === 'Bearer token-1'
        ? sendError(response, 401, 'unauthenticated')
        : { sub: headers.authorization },
  })
  await place.keeper.take()
  const both = await Promise.all([place.client.user.me(), place.client.user.me()])
  expect(both).toEqual([{ sub: 'Bearer token-1-new' }, { sub: 'Bearer token-1-new' }])
  const asked = place.shell.requests.filter(
    (each) => 'params' in each && JSON.stringify(each.params) === '{"renew":true}',
  )
  expect(asked).toHaveLength(1)
})

test('an expired token is requested again from the shell before it is used', async () => {
  await using place = await setUp()
  await place.keeper.take()
  if (place.shell.login) place.shell.login = { ...place.shell.login, access_token: 'token-2' }
  place.runtime.advance(7200 * 1000)
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer token-2' })
})

test('a shell that returns the expired token again is asked to renew it', async () => {
  await using place = await setUp()
  await place.keeper.take()
  place.runtime.advance(7200 * 1000)
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer token-1-new' })
})

test('when another user signs in to the shell, the page switches to them and the first user’s call fails', async () => {
  await using place = await setUp()
  await place.keeper.take()
  place.shell.login = { token_type: 'Bearer', access_token: 'token-b', sub: 'user-2' }
  place.runtime.advance(7200 * 1000)
  expect((await caught(place.client.user.me())).error).toBe('unauthenticated')
  expect(place.client.session.state()).toMatchObject({ sub: 'user-2' })
  expect(place.methods()).not.toContain('setLoginInfo')
})

test('when the user signs out of the shell, the page is signed out without calling setLoginInfo', async () => {
  await using place = await setUp()
  await place.keeper.take()
  place.shell.login = null
  place.runtime.advance(7200 * 1000)
  expect((await caught(place.client.user.me())).error).toBe('unauthenticated')
  expect(place.client.session.state().status).toBe('signed-out')
  expect(place.methods()).not.toContain('setLoginInfo')
})

test('[BRG-9] a sign-in and a sign-out on the page are passed to the shell', async () => {
  await using place = await setUp()
  place.shell.login = null
  await place.client.signIn.withPassword({ username: 'ana@example.org', password: 'secret' })
  await place.keeper.take()
  expect(place.shell.login).toMatchObject({
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    sub: 'user-ana@example.org',
  })
  await place.client.signOut()
  await place.keeper.take()
  expect(place.shell.login).toBeNull()
})

test('[BRG-9] an error is reported when the shell does not accept a sign-in', async () => {
  await using place = await setUp(
    {},
    {
      respond: (request, contract) =>
        'method' in request && request.method === 'setLoginInfo' ? '{' : contract(),
    },
  )
  await place.client.signIn.withPassword({ username: 'ana@example.org', password: 'secret' })
  await place.keeper.take()
  expect(place.untold).toMatchObject([{ description: 'parse error' }])
})
