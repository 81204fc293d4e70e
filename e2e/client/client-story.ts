import { test as base, expect } from '@playwright/test'
import { type AwanServer, startAwanServer } from '../awan-server.ts'
import { createPerson, type Person } from '../story.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { type PageHost, startPageHost } from './page-host.ts'
import { openTab, type Tab, type TabOptions } from './tab.ts'

export { expect } from '@playwright/test'

export const TOKEN = '/v1/auth/token'
export const ME = '/v1/user/me'

interface Fixtures {
  network: FaultProxy
  /** Opens a tab in the one profile of this test; nobody is signed in yet. */
  openTab: (options?: Partial<TabOptions>) => Promise<Tab>
  /** Tabs of one profile in which one person is signed in. */
  openSignedIn: (count: number, options?: Partial<TabOptions>) => Promise<[Tab, ...Tab[]]>
  /** What the client warned of; a test that expects warnings empties it. */
  warnings: string[]
}

interface WorkerFixtures {
  server: AwanServer
  host: PageHost
  person: Person
}

/** The built client in real tabs, a faulty network, and behind it the real server. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      await using server = await startAwanServer()
      await use(server)
    },
    { scope: 'worker' },
  ],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      await using host = await startPageHost()
      await use(host)
    },
    { scope: 'worker' },
  ],
  person: [async ({ server }, use) => use(await createPerson(server)), { scope: 'worker' }],

  network: async ({ server }, use) => {
    await using network = await startFaultProxy(server.url)
    await use(network)
  },
  openTab: async ({ context, host, network, warnings: _watched }, use) =>
    use((options) => openTab(context, { url: host.url, origins: [network.origin], ...options })),
  openSignedIn: async ({ openTab, person }, use) =>
    use(async (count, options) => {
      const first = await openTab(options)
      expect(await first.signIn(person)).toBe('ok')
      const others = Array.from({ length: count - 1 }, () => openTab(options))
      return [first, ...(await Promise.all(others))]
    }),
  warnings: [
    async ({ context }, use) => {
      const warnings: string[] = []
      context.on('weberror', (error) => warnings.push(String(error.error())))
      context.on('console', (message) => {
        // The browser's own lines about the network are what these tests are about.
        if (/^(Failed to load resource|Access to fetch)/.test(message.text())) return
        if (['error', 'warning'].includes(message.type())) warnings.push(message.text())
      })
      await use(warnings)
      expect(warnings).toEqual([])
    },
    { auto: true },
  ],
})
