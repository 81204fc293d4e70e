import { expect, ME, TOKEN, test } from './client-story.ts'

test('offline, calls fail as unreachable and tabs stay signed in; online, calls work again', async ({
  context,
  openSignedIn,
  network,
}) => {
  const tabs = await openSignedIn(2)
  await context.setOffline(true)
  for (const tab of tabs) expect(await tab.me()).toBe('unreachable')
  for (const tab of tabs) expect(await tab.status()).toBe('signed-in')
  expect(network.calls(ME)).toHaveLength(0)

  await context.setOffline(false)
  for (const tab of tabs) expect(await tab.me()).toBe('ok')
  expect(network.calls(TOKEN)).toHaveLength(0)
})

test('offline with an expired session, tabs stay signed in; online, one refresh serves them all', async ({
  context,
  openSignedIn,
  network,
}) => {
  const tabs = await openSignedIn(2)
  await tabs[0].expire()
  await context.setOffline(true)
  const failed = await Promise.all(tabs.map((tab) => tab.me()))
  expect(failed).toEqual(['unreachable', 'unreachable'])
  for (const tab of tabs) expect(await tab.status()).toBe('signed-in')

  await context.setOffline(false)
  expect(await Promise.all(tabs.map((tab) => tab.me()))).toEqual(['ok', 'ok'])
  expect(network.calls(TOKEN)).toHaveLength(1)
})

test('a page that goes offline after opening still knows who is signed in', async ({
  context,
  openSignedIn,
  openTab,
}) => {
  const [tab] = await openSignedIn(1)
  const stored = await tab.stored()
  const later = await openTab()
  await context.setOffline(true)
  expect(await later.status()).toBe('signed-in')
  expect(await later.stored()).toEqual(stored)
})

test('signing out offline clears the device, signs out the other tabs, and reports unreachable', async ({
  context,
  openSignedIn,
}) => {
  const tabs = await openSignedIn(2)
  await context.setOffline(true)
  expect(await tabs[0].signOut()).toBe('unreachable')
  await expect.poll(() => tabs[1]?.status()).toBe('signed-out')
  expect(await tabs[0].stored()).toBeNull()
})
