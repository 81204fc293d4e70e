import { expect, test } from 'vitest'
import { type AwanClient, createAwanClient } from '../client.ts'
import { LONG_LIVED_SECONDS, REFRESH_PAUSE_MS } from '../constants.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { createTokenServer } from '../testing/token-server.ts'
import { marginMs } from './credentials.ts'

/** The shortest AWAN_ACCESS_TOKEN_TTL that the server accepts. */
const SHORTEST_SECONDS = 60
const HOUR_MS = 3_600_000

interface Place {
  lifetimeSeconds: number
  /** How far the server's clock is ahead of the device's. */
  aheadMs?: number
  tabCount?: number
  hasLocks?: boolean
}

/** Tabs of one browser, signed in and refreshed just now, in the middle of a second. */
async function setUp({ lifetimeSeconds, aheadMs = 0, tabCount = 1, hasLocks = true }: Place) {
  const runtime = createMemoryRuntime({ startMs: Date.UTC(2026, 0, 1) + 500 })
  const server = createTokenServer(() => runtime.now() + aheadMs, lifetimeSeconds)
  const fetch = server.openWire((deliver) => deliver())
  const tabs = Array.from({ length: tabCount }, () => {
    const tab = runtime.openTab({ fetch })
    return createAwanClient({
      clientId: 'awan-test',
      origins: ['https://awan.test'],
      runtime: hasLocks ? tab : { ...tab, lock: (_name, task) => task() },
      log: { level: 'off' },
    })
  })
  const [client] = tabs as [AwanClient]
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  await client.session.refresh()
  return { runtime, server, client, tabs }
}

const LIFETIMES = [SHORTEST_SECONDS, 120, LONG_LIVED_SECONDS]
const CLOCKS_AHEAD_MS = [0, -1999, HOUR_MS]

test.for(
  LIFETIMES.flatMap((lifetimeSeconds) =>
    CLOCKS_AHEAD_MS.map((aheadMs) => ({ lifetimeSeconds, aheadMs })),
  ),
)(
  '[ACC-12] [ACC-18] a token of $lifetimeSeconds s is renewed at every millisecond around its margin and its ends, with a server clock $aheadMs ms ahead',
  async (place) => {
    const endMs = place.lifetimeSeconds * 1000
    const marginStartsMs = endMs - marginMs(place.lifetimeSeconds)
    const serverEndMs = endMs - 500
    const moments = [marginStartsMs, serverEndMs, endMs].flatMap(everyMsAround)
    const { runtime, server, client } = await setUp(place)
    for (const afterMs of moments) {
      runtime.advance(afterMs)
      await expect(client.user.me(), `after ${afterMs} ms`).resolves.toEqual({ sub: 'user-ana' })
      expect(client.session.state().status, `after ${afterMs} ms`).toBe('signed-in')
      // On to a fresh token, issued in the middle of a second again.
      runtime.advance(REFRESH_PAUSE_MS + 1000 - (afterMs % 1000))
      await client.session.refresh()
    }
    expect(server.thefts()).toBe(0)
  },
)

test.for([{ hasLocks: true }, { hasLocks: false }])(
  '[ACC-18] five tabs stay signed in for ten minutes with the shortest lifetime (Web Locks: $hasLocks)',
  async ({ hasLocks }) => {
    const lifetimeSeconds = SHORTEST_SECONDS
    const { runtime, server, tabs } = await setUp({ lifetimeSeconds, tabCount: 5, hasLocks })
    const untilMs = runtime.now() + 600_000
    // Steps of a prime number of milliseconds meet every part of a second.
    while (runtime.now() < untilMs) {
      const calls = await Promise.all(tabs.map((tab) => tab.user.me()))
      expect(calls).toEqual(tabs.map(() => ({ sub: 'user-ana' })))
      for (const tab of tabs) expect(tab.session.state().status).toBe('signed-in')
      runtime.advance(499)
    }
    expect(server.thefts()).toBe(0)
  },
)

function everyMsAround(momentMs: number): number[] {
  return Array.from({ length: 101 }, (_, index) => momentMs - 50 + index)
}
