import { expect, ME, TOKEN, test } from './client-story.ts'
import type { Tab } from './tab.ts'

test('signing out while another tab refreshes signs out both, and the late token is useless', async ({
  openSignedIn,
  network,
  server,
}) => {
  const [refreshing, leaving] = await openPair(openSignedIn)
  await Promise.all([refreshing, leaving].map(watch))
  await refreshing.expire()
  const token = network.hold(TOKEN)
  const call = refreshing.me()
  await token.reached(1)

  // A refresh that does not answer does not keep anyone from leaving.
  expect(await leaving.signOut()).toBe('ok')
  expect(await refreshing.stored()).toBeNull()

  token.release()
  expect(await call).toBe('unauthenticated')
  expect(await refreshing.stored()).toBeNull()
  for (const tab of [refreshing, leaving]) expect(await tab.status()).toBe('signed-out')
  // Not for a moment either.
  expect(await changes([refreshing, leaving])).toEqual([['signed-out'], ['signed-out']])

  // Nor does the token that came too late open anything.
  const [late] = token.answers()
  const { access_token } = JSON.parse(late?.body ?? '{}')
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await fetch(server.url + ME, { headers })).status).toBe(401)
})

test('signing out during a refresh of the same tab ends the session', async ({
  openSignedIn,
  network,
}) => {
  const [tab] = await openSignedIn(1)
  await watch(tab)
  await tab.expire()
  const token = network.hold(TOKEN)
  const call = tab.me()
  await token.reached(1)
  expect(await tab.signOut()).toBe('ok')
  token.release()
  expect(await call).toBe('unauthenticated')
  expect(await tab.stored()).toBeNull()
  expect(await changes([tab])).toEqual([['signed-out']])
})

test('five tabs are notified once of each sign-out and sign-in, and not of a refresh', async ({
  openSignedIn,
  person,
}) => {
  const tabs = await openSignedIn(5)
  const [first] = tabs
  await Promise.all(tabs.map(watch))

  expect(await first.signOut()).toBe('ok')
  await expect.poll(() => changes(tabs)).toEqual(tabs.map(() => ['signed-out']))

  expect(await first.signIn(person)).toBe('ok')
  const both = tabs.map(() => ['signed-out', 'signed-in'])
  await expect.poll(() => changes(tabs)).toEqual(both)

  // A refresh is no change of who is signed in.
  await first.expire()
  expect(await first.me()).toBe('ok')
  for (const tab of tabs) expect(await tab.me()).toBe('ok')
  expect(await changes(tabs)).toEqual(both)
})

test('without BroadcastChannel, the storage event notifies the other tabs of a sign-out', async ({
  openSignedIn,
}) => {
  const tabs = await openSignedIn(2, {
    before: () => Object.defineProperty(globalThis, 'BroadcastChannel', { value: undefined }),
  })
  await Promise.all(tabs.map(watch))
  expect(await tabs[0].signOut()).toBe('ok')
  await expect.poll(() => changes(tabs)).toEqual([['signed-out'], ['signed-out']])
})

test('messages between tabs carry no token', async ({ openSignedIn, person }) => {
  const [tab, listening] = await openPair(openSignedIn)
  await listening.page.evaluate((name) => {
    Object.assign(globalThis, { heard: [] })
    new BroadcastChannel(name).onmessage = ({ data }) => heard.push(data)
  }, 'awan_credentials_awan-web')
  expect(await tab.signOut()).toBe('ok')
  expect(await tab.signIn(person)).toBe('ok')
  await tab.expire()
  expect(await tab.me()).toBe('ok')
  await expect.poll(() => listening.page.evaluate(() => heard)).toEqual(Array(3).fill('changed'))
})

declare global {
  /** Every status that a tab was notified of. */
  var told: string[]
  var heard: unknown[]
}

async function watch({ page }: Tab): Promise<void> {
  await page.evaluate(() => {
    globalThis.told = []
    client.session.subscribe(() => told.push(client.session.state().status))
  })
}

function changes(tabs: readonly Tab[]): Promise<string[][]> {
  return Promise.all(tabs.map(({ page }) => page.evaluate(() => told)))
}

async function openPair(open: (count: number) => Promise<[Tab, ...Tab[]]>): Promise<[Tab, Tab]> {
  const [first, second] = await open(2)
  if (!second) throw new Error('only one tab was opened')
  return [first, second]
}
