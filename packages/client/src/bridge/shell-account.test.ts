import { accountMethods, type LoginInfo } from '@awan/protocol/bridge'
import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import { detectBridge } from './detect-bridge.ts'
import { createShellAccount, type ShellAccount } from './shell-account.ts'
import { createMemoryShell, type MemoryShellOptions } from './testing/memory-shell.ts'

function setUp(options: MemoryShellOptions = {}) {
  const shell = createMemoryShell(options)
  const bridge = detectBridge(createMemoryRuntime({ page: shell.page }))
  if (!bridge) throw new Error('the shell was not accepted')
  return { shell, account: createShellAccount(bridge) }
}

const login: LoginInfo = {
  token_type: 'Bearer',
  access_token: 'access',
  refresh_token: 'refresh',
  expires_in: 7200,
  expires_at: '2026-01-01T02:00:00.000Z',
  sub: 'AMS=user-2',
}
const grant = {
  client_id: 'photos',
  redirect_uri: 'https://photos.example.org/back',
  response_type: 'code',
  state: 's',
  scope: 'profile',
}

test('[BRG-4] getConfigInfo returns the options to start a client with', async () => {
  expect(await setUp().account.getConfigInfo()).toEqual({
    client_id: 'awan-mac',
    origins: ['https://drive.example.org'],
  })
})

test('[BRG-5] getSub returns the sub of the signed-in user', async () => {
  expect(await setUp().account.getSub()).toBe('user-1')
})

test('[BRG-6] getAccessToken returns a token, and a new one when the first was refused', async () => {
  const { shell, account } = setUp()
  const token = { token_type: 'Bearer', access_token: 'token-1', sub: 'user-1' }
  expect(await account.getAccessToken()).toEqual(token)
  expect(await account.getAccessToken({ renew: true })).toEqual({
    ...token,
    access_token: 'token-1-new',
  })
  expect(shell.requests.map((request) => 'params' in request && request.params)).toEqual([
    {},
    { renew: true },
  ])
})

test('[BRG-7] isAnonymous says whether the user is anonymous', async () => {
  const { shell, account } = setUp()
  expect(await account.isAnonymous()).toBe(false)
  shell.login = login
  expect(await account.isAnonymous()).toBe(true)
})

test('[BRG-8] showLoginWindow resolves once the window is shown', async () => {
  const { shell, account } = setUp()
  expect(await account.showLoginWindow({ username: 'ana@example.org' })).toBeUndefined()
  expect(shell.lastRequest()).toMatchObject({ params: { username: 'ana@example.org' } })
  expect(await account.showLoginWindow()).toBeUndefined()
})

test('[BRG-9] setLoginInfo reports a sign-in and a sign-out to the shell', async () => {
  const { shell, account } = setUp()
  expect(await account.setLoginInfo(login)).toBeUndefined()
  expect(shell.login).toEqual(login)
  expect(await account.getSub()).toBe(login.sub)
  await account.setLoginInfo(null)
  expect(shell.login).toBeNull()
})

test('[BRG-10] setOAuthSignOutURIInfo registers an address to open at sign-out', async () => {
  const { shell, account } = setUp()
  const info = { client_id: 'photos', sign_out_uri: 'https://photos.example.org/out' }
  expect(await account.setOAuthSignOutURIInfo(info)).toBeUndefined()
  expect(shell.signOutUris).toEqual([info])
})

test('[BRG-11] userAuthorize grants an app access for the user of the shell', async () => {
  const { shell, account } = setUp()
  expect(await account.userAuthorize(grant)).toEqual({ code: 'code-for-user-1', state: 's' })
  expect(shell.lastRequest()).toMatchObject({ module: 'account', params: grant })
})

const calls: Record<string, (account: ShellAccount) => Promise<unknown>> = {
  getConfigInfo: (account) => account.getConfigInfo(),
  getSub: (account) => account.getSub(),
  getAccessToken: (account) => account.getAccessToken(),
  isAnonymous: (account) => account.isAnonymous(),
  showLoginWindow: (account) => account.showLoginWindow(),
  setLoginInfo: (account) => account.setLoginInfo(login),
  setOAuthSignOutURIInfo: (account) =>
    account.setOAuthSignOutURIInfo({ client_id: 'x', sign_out_uri: 'https://x.example.org/' }),
  userAuthorize: (account) => account.userAuthorize(grant),
}

test('every method of the account module is called by its own name', async () => {
  const { shell, account } = setUp()
  for (const method of accountMethods) await calls[method]?.(account)
  expect(shell.requests.map((request) => 'method' in request && request.method)).toEqual([
    ...accountMethods,
  ])
})

test.each(['getSub', 'getAccessToken', 'isAnonymous', 'userAuthorize'])(
  '%s fails with unauthenticated when nobody is signed in',
  async (method) => {
    const { shell, account } = setUp({ inTwoSteps: true, answersBy: 'call' })
    shell.login = null
    expect((await caught(calls[method]?.(account) ?? Promise.resolve())).error).toBe(
      'unauthenticated',
    )
  },
)

test.each<[string, unknown[]]>([
  ['getConfigInfo', [{}, { client_id: 7 }, { client_id: 'x', origins: 'https://x.example.org' }]],
  [
    'getConfigInfo',
    [
      { client_id: 'x', origins: [7] },
      { client_id: 'x', locale: {} },
    ],
  ],
  ['getSub', ['user-1', {}, { sub: '' }, { sub: 7 }, { sub: null }, { sub: ['user-1'] }]],
  ['getAccessToken', [{ access_token: 'a', token_type: 'Bearer' }, { access_token: {} }]],
  ['getAccessToken', [{ access_token: 'a', token_type: 'Bearer', sub: 'x', expires_in: '7200' }]],
  ['isAnonymous', [true, {}, { is_anonymous: 'false' }, { is_anonymous: 1 }]],
  ['userAuthorize', [{}, 'code', { code: 7 }, { code: 'x', expires_in: 'soon' }]],
])(
  '[BRG-27] %s that is answered with garbage gives response format error: case %#',
  async (method, answers) => {
    for (const params of [null, 7, 'x', [], ...answers]) {
      const { account } = setUp({ respond: () => JSON.stringify({ type: 'normal', params }) })
      const failure = await caught(calls[method]?.(account) ?? Promise.resolve())
      expect(failure, JSON.stringify(params)).toMatchObject({
        error: 'local',
        description: 'response format error',
      })
      expect(failure.cause).toBeUndefined()
    }
  },
)

test.each(['showLoginWindow', 'setLoginInfo', 'setOAuthSignOutURIInfo'])(
  '%s accepts any result',
  async (method) => {
    for (const params of [null, {}, true, { done: 1 }]) {
      const { account } = setUp({ respond: () => JSON.stringify({ type: 'normal', params }) })
      expect(await calls[method]?.(account)).toBeUndefined()
    }
  },
)

test.each<[string, (account: ShellAccount) => Promise<unknown>]>([
  ['params', (account) => account.getAccessToken(null as never)],
  ['renew', (account) => account.getAccessToken({ renew: 'yes' as never })],
  ['params', (account) => account.showLoginWindow('ana' as never)],
  ['username', (account) => account.showLoginWindow({ username: 7 as never })],
  ['params', (account) => account.setLoginInfo(undefined as never)],
  ['params', (account) => account.setLoginInfo([] as never)],
  ['access_token', (account) => account.setLoginInfo({ ...login, access_token: '' })],
  ['sub', (account) => account.setLoginInfo({ ...login, sub: null as never })],
  ['expires_in', (account) => account.setLoginInfo({ ...login, expires_in: Number.NaN })],
  ['client_id', (account) => account.setOAuthSignOutURIInfo({} as never)],
  ['params', (account) => account.userAuthorize(undefined as never)],
  ['redirect_uri', (account) => account.userAuthorize({ client_id: 'x' } as never)],
])('a wrong %s is a local error, and the shell is not asked: case %#', async (name, run) => {
  const { shell, account } = setUp()
  expect(await caught(run(account))).toMatchObject({
    error: 'local',
    description: `wrong options param: ${name}`,
  })
  expect(shell.requests).toEqual([])
})
