import { type ErrorName, ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendError } from '../testing/local-server.ts'
import { createWaysIn, readRestore, type WaysIn } from './index.ts'

const credential = {
  id: 'key',
  rawId: 'key',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
} as const

const ways: [string, string, (waysIn: WaysIn) => Promise<unknown>][] = [
  ['a passkey', '/v1/auth/passkey/signin', ({ passkey }) => passkey.signIn({ credential })],
  ['a restored account', '/v1/auth/restore', ({ restore }) => restore({ restore_token: 'r' })],
]

const credentials = {
  token_type: 'Bearer',
  access_token: 'access-w',
  refresh_token: 'refresh-w',
  expires_in: 7200,
  sub: 'user-w',
  scope: 'user',
}

test.for(ways)('%s signs in here and in the other tabs', async ([, path, comeIn]) => {
  await using place = await openAccount({ [path]: () => credentials })
  const otherTab = createAwanClient({
    clientId: 'awan-test',
    origins: [place.server.origin],
    runtime: place.runtime.openTab(),
  })
  let told = 0
  otherTab.session.subscribe(() => {
    told += 1
  })
  expect(await comeIn(createWaysIn(place.client))).toEqual(credentials)
  const state = { status: 'signed-in', sub: 'user-w', isAnonymous: false }
  expect(place.client.session.state()).toEqual(state)
  expect(otherTab.session.state()).toEqual(state)
  expect(told).toBe(1)
  expect(await otherTab.session.accessToken()).toBe('access-w')
})

test.for(ways)('%s is kept beside the other accounts', async ([, path, comeIn]) => {
  await using place = await openAccount({ [path]: () => credentials }, { keepAccounts: true })
  await place.signIn()
  await comeIn(createWaysIn(place.client))
  expect(place.client.accounts.list()).toMatchObject([
    { sub: 'user-ana', isCurrent: false },
    { sub: 'user-w', isCurrent: true },
  ])
})

test.for(ways)('%s is sent with the client secret if there is one', async ([, path, comeIn]) => {
  await using place = await openAccount({ [path]: () => credentials }, { clientSecret: 'of-app' })
  await comeIn(createWaysIn(place.client))
  expect(place.lastSent().json).toMatchObject({ client_id: 'awan-test', client_secret: 'of-app' })
})

test.for(ways)(
  '%s that is refused leaves the current session unchanged',
  async ([, path, comeIn]) => {
    await using place = await openAccount({
      [path]: (_request, response) => sendError(response, 400, 'expired_token'),
    })
    await place.signIn()
    const before = place.stored()
    expect((await caught(comeIn(createWaysIn(place.client)))).error).toBe('expired_token')
    expect(place.stored()).toBe(before)
  },
)

test('an answer without credentials is an error, and nothing is stored', async () => {
  await using place = await openAccount({ '/v1/auth/restore': () => ({ sub: 'user-w' }) })
  const restored = createWaysIn(place.client).restore({ restore_token: 'r' })
  expect((await caught(restored)).error).toBe('internal')
  expect(place.stored()).toBeUndefined()
})

test('the error of a frozen account contains a restore token if it can be restored', () => {
  const toError = (name: ErrorName, metadata?: object) =>
    new ServiceError(name, { details: [{ '@type': 'a' }, { '@type': 'b', metadata }] })
  expect(readRestore(toError('account_freeze', { restore_token: 'r1' }))).toEqual({ token: 'r1' })
  for (const metadata of [undefined, {}, { restore_token: '' }, { restore_token: 5 }]) {
    expect(readRestore(toError('account_freeze', metadata))).toBeUndefined()
  }
  const other = toError('user_blocked', { restore_token: 'r1' })
  for (const error of [other, new Error('account_freeze'), undefined, 'account_freeze']) {
    expect(readRestore(error)).toBeUndefined()
  }
})
