import { expect, ME, TOKEN, test } from './client-story.ts'
import type { Tab } from './tab.ts'

for (const count of [2, 5]) {
  test(`${count} tabs that wake up together share one token request`, async ({
    openSignedIn,
    network,
  }) => {
    const tabs = await openSignedIn(count)
    const [first] = tabs
    await first.expire()
    const before = await first.stored()
    const token = network.hold(TOKEN)

    const calls = Promise.all(tabs.map((tab) => tab.me()))
    await token.reached(1)
    await expect.poll(() => first.waitingForLock()).toBe(count - 1)
    token.release()

    expect(await calls).toEqual(tabs.map(() => 'ok'))
    expect(network.calls(TOKEN)).toHaveLength(1)
    expect(network.calls(ME)).toHaveLength(count)
    expect((await first.stored())?.refresh_token).not.toBe(before?.refresh_token)
    expect(await statuses(tabs)).toEqual(tabs.map(() => 'signed-in'))
  })

  test(`${count} tabs of a browser without Web Locks all refresh at once, and all stay signed in`, async ({
    openSignedIn,
    network,
  }) => {
    const tabs = await openSignedIn(count, { before: removeWebLocks })
    const [first] = tabs
    await first.expire()
    const token = network.hold(TOKEN)

    const calls = Promise.all(tabs.map((tab) => tab.me()))
    await token.reached(count)
    token.release()

    expect(await calls).toEqual(tabs.map(() => 'ok'))
    expect(network.calls(TOKEN)).toHaveLength(count)
    expect(await statuses(tabs)).toEqual(tabs.map(() => 'signed-in'))

    // The successor is a token like any other.
    await first.expire()
    expect(await first.me()).toBe('ok')
  })
}

test('concurrent calls of one tab share one token request', async ({ openSignedIn, network }) => {
  const [tab] = await openSignedIn(1)
  await tab.expire()
  const outcome = await tab.run((client) =>
    Promise.all(Array.from({ length: 50 }, () => client.user.me())),
  )
  expect(outcome).toBe('ok')
  expect(network.calls(TOKEN)).toHaveLength(1)
})

test('[ACC-18] a token that the server revoked is refreshed once for all tabs, and each call is repeated', async ({
  openSignedIn,
  network,
}) => {
  const tabs = await openSignedIn(5)
  const [first] = tabs
  expect(await first.run((client) => client.signOut({ tokenTypeHint: 'access_token' }))).toBe('ok')
  const refused = network.hold(ME)
  const calls = Promise.all(tabs.map((tab) => tab.me()))
  await refused.reached(5)
  refused.release()
  expect(await calls).toEqual(tabs.map(() => 'ok'))
  expect(network.calls(TOKEN)).toHaveLength(1)
  expect(network.calls(ME)).toHaveLength(10)
})

function removeWebLocks(): void {
  Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
}

function statuses(tabs: readonly Tab[]): Promise<string[]> {
  return Promise.all(tabs.map((tab) => tab.status()))
}
