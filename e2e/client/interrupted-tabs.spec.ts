import type { BrowserContext } from '@playwright/test'
import { expect, TOKEN, test } from './client-story.ts'
import { holdLongTimers } from './long-timers.ts'
import { createClient, type Tab } from './tab.ts'

// LOCK_WAIT_MS of the client: how long a tab lets another one refresh.
const LOCK_WAIT_MS = 15_000

test('a tab frozen during a refresh does not block the other tabs, and is still signed in when it wakes', async ({
  context,
  openTab,
  openSignedIn,
  network,
}) => {
  const [frozen] = await openSignedIn(1)
  const other = await openTab({ before: holdLongTimers })
  await frozen.expire()
  const token = network.hold(TOKEN)
  const call = frozen.me()
  await token.reached(1)
  const thaw = await freeze(context, frozen)
  token.release()

  const otherCall = other.me()
  await expect.poll(() => other.page.evaluate(() => longTimers.delays())).toEqual([LOCK_WAIT_MS])
  expect(network.calls(TOKEN)).toHaveLength(1)
  await other.page.evaluate((delayMs) => longTimers.fire(delayMs), LOCK_WAIT_MS)
  expect(await otherCall).toBe('ok')
  expect(network.calls(TOKEN)).toHaveLength(2)

  await thaw()
  expect(await call).toBe('ok')
  expect(network.calls(TOKEN)).toHaveLength(2)
  for (const tab of [frozen, other]) {
    expect(await tab.me()).toBe('ok')
    expect(await tab.status()).toBe('signed-in')
  }
})

test('a tab that wakes up to a broken connection does not send its used refresh token again', async ({
  context,
  openTab,
  openSignedIn,
  network,
}) => {
  const [frozen] = await openSignedIn(1)
  const other = await openTab({ before: holdLongTimers })
  await frozen.expire()
  const spent = (await frozen.stored())?.refresh_token
  const lost = network.hold(TOKEN)
  const call = frozen.me()
  await lost.reached(1)
  const thaw = await freeze(context, frozen)

  network.heal()
  const otherCall = other.me()
  await expect.poll(() => other.page.evaluate(() => longTimers.delays())).toEqual([LOCK_WAIT_MS])
  await other.page.evaluate((delayMs) => longTimers.fire(delayMs), LOCK_WAIT_MS)
  expect(await otherCall).toBe('ok')

  // The server takes a second use after 30 s for theft, and ends the session everywhere.
  const before = network.calls(TOKEN).length
  lost.cut()
  await thaw()
  expect(await call).toBe('ok')
  const later = network.calls(TOKEN).slice(before)
  expect(later.filter(({ body }) => spent && body.includes(spent))).toEqual([])
})

test('a tab closed during a refresh leaves the lock and the session to the other tabs', async ({
  openSignedIn,
  network,
}) => {
  const [closing, other] = (await openSignedIn(2)) as [Tab, Tab]
  await closing.expire()
  const token = network.hold(TOKEN)
  const call = closing.me().catch(() => 'closed')
  await token.reached(1)
  const otherCall = other.me()
  await expect.poll(() => other.waitingForLock()).toBe(1)

  network.heal()
  await closing.page.close()
  expect(await call).toBe('closed')
  expect(await otherCall).toBe('ok')
  expect(network.calls(TOKEN)).toHaveLength(2)
  expect(await other.status()).toBe('signed-in')
  token.release()
})

test('a page reloaded during a refresh is still signed in', async ({ openSignedIn, network }) => {
  const [tab] = await openSignedIn(1)
  await tab.expire()
  const token = network.hold(TOKEN)
  const call = tab.me().catch(() => 'reloaded')
  await token.reached(1)
  await tab.page.reload()
  expect(await call).toBe('reloaded')

  network.heal()
  await createClient(tab.page, { origins: [network.origin] })
  expect(await tab.me()).toBe('ok')
  expect(network.calls(TOKEN)).toHaveLength(2)
  token.release()
})

/**
 * Stops every script of a tab, as a browser does with one in the background and a laptop with all of
 * them; returns a function that resumes it. (A headless browser ignores the command to freeze a tab.)
 */
async function freeze(context: BrowserContext, { page }: Tab): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page)
  await session.send('Debugger.enable')
  const paused = new Promise((resolve) => session.once('Debugger.paused', resolve))
  await session.send('Debugger.pause')
  // The pause begins with the next statement that the page runs.
  const statement = page.evaluate(() => undefined)
  await paused
  return async () => {
    await session.send('Debugger.resume')
    await statement
    await session.detach()
  }
}
