import { expect, ME, TOKEN, test } from './client-story.ts'
import { createClient } from './tab.ts'

test('a client created and disposed a hundred times leaks nothing, and the next one works', async ({
  openSignedIn,
  openTab,
  network,
}) => {
  await openSignedIn(1)
  const tab = await openTab({ before: countWhatIsOpen })
  expect(await tab.me()).toBe('ok')
  const one = await tab.page.evaluate(() => ({ ...inUse }))
  expect(one.channels + one.listeners).toBeGreaterThan(0)
  expect(one.timers).toBe(0)

  // What React's strict mode does: mount, unmount, mount again; here with a call under way each time.
  await tab.page.evaluate(async (origin) => {
    const origins = [origin]
    client.dispose()
    for (let round = 0; round < 100; round++) {
      const runtime = awan.createBrowserRuntime()
      globalThis.client = awan.createAwanClient({ clientId: 'awan-web', origins, runtime })
      client.session.subscribe(() => {
        throw new Error('a disposed client still notifies its listeners')
      })
      if (round % 10 === 0) client.user.me().catch(() => undefined)
      client.dispose()
    }
  }, network.origin)
  await expect
    .poll(() => tab.page.evaluate(() => inUse))
    .toEqual({ channels: 0, listeners: 0, timers: 0 })

  await createClient(tab.page, { origins: [network.origin] })
  await tab.expire()
  expect(await tab.me()).toBe('ok')
  expect(await tab.signOut()).toBe('ok')
  expect(await tab.page.evaluate(() => inUse)).toEqual(one)
})

test('disposing a client cancels its running calls', async ({ openSignedIn, network }) => {
  const [tab] = await openSignedIn(1)
  const held = network.hold(ME)
  const call = tab.me()
  await held.reached(1)
  await tab.page.evaluate(() => client.dispose())
  expect(await call).toBe('cancelled')
  held.release()
})

test('a client disposed during a refresh still stores the new session for the next client', async ({
  openSignedIn,
  openTab,
  network,
}) => {
  const [tab] = await openSignedIn(1)
  await tab.expire()
  const before = await tab.stored()
  const held = network.hold(TOKEN)
  const call = tab.me()
  await held.reached(1)
  await tab.page.evaluate(() => client.dispose())
  held.release()
  expect(await call).toBe('cancelled')
  await expect.poll(async () => (await tab.stored())?.refresh_token).not.toBe(before?.refresh_token)

  const next = await openTab()
  expect(await next.me()).toBe('ok')
  expect(network.calls(TOKEN)).toHaveLength(1)
})

declare global {
  /** What a page has open at this moment. */
  var inUse: { channels: number; listeners: number; timers: number }
}

/** Runs in a page before its scripts. */
function countWhatIsOpen(): void {
  const counts = { channels: 0, listeners: 0, timers: 0 }
  const { BroadcastChannel, setTimeout, clearTimeout } = globalThis
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const listeners = new Set<unknown>()
  const timers = new Set<unknown>()

  class CountedChannel extends BroadcastChannel {
    isOpen = true
    constructor(name: string) {
      super(name)
      counts.channels += 1
    }
    override close(): void {
      if (this.isOpen) counts.channels -= 1
      this.isOpen = false
      super.close()
    }
  }
  Object.assign(globalThis, {
    inUse: counts,
    BroadcastChannel: CountedChannel,
    setTimeout(fire: () => void, delayMs?: number) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        counts.timers = timers.size
        fire()
      }, delayMs)
      timers.add(timer)
      counts.timers = timers.size
      return timer
    },
    clearTimeout(timer: number) {
      clearTimeout(timer)
      timers.delete(timer)
      counts.timers = timers.size
    },
    addEventListener(type: string, listener: EventListener, options?: AddEventListenerOptions) {
      listeners.add(listener)
      counts.listeners = listeners.size
      addEventListener.call(globalThis, type, listener, options)
    },
    removeEventListener(type: string, listener: EventListener) {
      listeners.delete(listener)
      counts.listeners = listeners.size
      removeEventListener.call(globalThis, type, listener)
    },
  })
}
