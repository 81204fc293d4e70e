import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AwanClient, createAwanClient } from '../client.ts'
import { RETRY_WAIT_MS } from '../constants.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { createTokenServer } from '../testing/token-server.ts'

/**
 * Random stories of three tabs: calls, sign-outs and sign-ins in any of them, time that passes, a
 * network that comes and goes, all answers in any order. Whatever happens, nobody loses a session
 * that the server still knows, and nobody gets one back that they have left.
 */
type Step =
  | { do: 'call'; tab: number }
  | { do: 'sign-in'; tab: number }
  | { do: 'sign-out'; tab: number }
  | { do: 'pass'; ms: number }
  | { do: 'cut' }
  | { do: 'mend' }
  | { do: 'deliver'; count: number }

const tab = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('call' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign-in' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign-out' as const), tab }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(300, 9_000, 29_700, 59_400, 121_000, 3_600_000, 7_100_000, 7_300_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mend' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
)

/**
 * Plays a story to its end: at last the network is there and every answer has come. A device that
 * sleeps lets time pass in the middle of a request.
 */
async function play(
  scheduler: fc.Scheduler,
  steps: readonly Step[],
  { hasLocks = true, sleeps = true, lifetimeSeconds = 7200 },
) {
  const runtime = createMemoryRuntime()
  const server = createTokenServer(runtime.now, lifetimeSeconds)
  const fetch = server.openWire((deliver) => scheduler.schedule(Promise.resolve()).then(deliver))
  const tabs = [0, 1, 2].map(() => {
    const tab = runtime.openTab({ fetch })
    return createAwanClient({
      clientId: 'awan-test',
      origins: ['https://awan.test'],
      runtime: hasLocks ? tab : { ...tab, lock: (_name, task) => task() },
      log: { level: 'off' },
    })
  })
  const results: Promise<string>[] = []
  let running = 0

  function start(begin: (client: AwanClient) => Promise<unknown>, tab: number): void {
    running += 1
    const result = begin(tabs[tab] as AwanClient).then(
      () => 'done',
      (error) => String(error.error ?? error),
    )
    results.push(result.finally(() => running--))
  }

  async function settle(): Promise<void> {
    while (running > 0) {
      if (scheduler.count() > 0) await scheduler.waitOne()
      else runtime.advance(RETRY_WAIT_MS)
      await nextTurn()
    }
  }

  const signIn = (client: AwanClient) =>
    client.signIn.withPassword({ username: 'ana', password: 'secret' })
  start(signIn, 0)
  await settle()
  for (const step of steps) {
    if (step.do === 'call') start((client) => client.user.me(), step.tab)
    else if (step.do === 'sign-in') start(signIn, step.tab)
    else if (step.do === 'sign-out') start((client) => client.signOut(), step.tab)
    else if (step.do === 'pass') {
      if (!sleeps) await settle()
      runtime.advance(step.ms)
    } else if (step.do === 'cut') server.cut()
    else if (step.do === 'mend') server.mend()
    else if (step.do === 'deliver') {
      for (let i = 0; i < step.count && scheduler.count() > 0; i++) await scheduler.waitOne()
    }
    await nextTurn()
  }
  server.mend()
  await settle()
  return { runtime, server, tabs, start, settle, results }
}

/** Lets everything run that waits for nothing. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** The same stories every time, unless `AWAN_STORIES=10000` asks for so many new ones. */
const { AWAN_STORIES } = process.env
const runs =
  AWAN_STORIES === undefined ? { numRuns: 200, seed: 1 } : { numRuns: Number(AWAN_STORIES) }
const stories = [fc.scheduler(), fc.array(step, { minLength: 1, maxLength: 30 })] as const

test('with locks there is at most one token request at a time, and no refresh token is used twice', async () => {
  await fc.assert(
    fc.asyncProperty(...stories, async (scheduler, steps) => {
      const { server } = await play(scheduler, steps, { sleeps: false })
      expect(server.thefts()).toBe(0)
      expect(server.mostTokenRequestsAtOnce()).toBeLessThanOrEqual(1)
    }),
    runs,
  )
})

test('a session that nobody signed out of is kept in every tab, with and without locks', async () => {
  const lifetime = fc.constantFrom(60, 7200)
  await fc.assert(
    fc.asyncProperty(
      ...stories,
      fc.boolean(),
      lifetime,
      async (scheduler, steps, hasLocks, lifetimeSeconds) => {
        const staying = steps.filter((step) => step.do !== 'sign-out')
        const { server, tabs, start, settle, results } = await play(scheduler, staying, {
          hasLocks,
          lifetimeSeconds,
        })
        // A call whose token ends while it sleeps is refused, but its session stays.
        const expected = ['done', 'unreachable', 'unauthenticated']
        for (const result of results) expect(expected).toContain(await result)
        expect(server.thefts()).toBe(0)
        for (const [index, tab] of tabs.entries()) {
          expect(tab.session.state().status).toBe('signed-in')
          start((client) => client.user.me(), index)
        }
        await settle()
        for (const result of results.slice(-tabs.length)) expect(await result).toBe('done')
      },
    ),
    runs,
  )
})

test('after a sign-out nothing is stored, and a late answer does not restore the session', async () => {
  await fc.assert(
    fc.asyncProperty(...stories, fc.boolean(), tab, async (scheduler, steps, hasLocks, last) => {
      const leaving = steps.filter((step) => step.do !== 'sign-in')
      const story = [...leaving, { do: 'sign-out' as const, tab: last }]
      const { runtime, tabs, results } = await play(scheduler, story, { hasLocks })
      expect(runtime.storage.get('credentials_awan-test')).toBeUndefined()
      for (const tab of tabs) expect(tab.session.state()).toEqual({ status: 'signed-out' })
      const expected = ['done', 'unreachable', 'unauthenticated']
      for (const result of results) expect(expected).toContain(await result)
    }),
    runs,
  )
})
