import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime, type MemoryRuntime } from '../runtime/memory.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { openAccountServer } from '../testing/account-server.ts'

const KEY = 'credentials_awan-test'

/** A tab that gets the lock before it sees what the last holder has stored, as browsers have it. */
function openLaggingTab(tab: MemoryRuntime): Runtime & { catchUp(): void } {
  let late = tab.storage.get(KEY)
  return {
    ...tab,
    storage: { ...tab.storage, get: (key) => (key === KEY && late) || tab.storage.get(key) },
    lock: (name, task, limits) => tab.lock(name, () => task(true), limits),
    catchUp() {
      late = undefined
    },
  }
}

function setUp(origin: string) {
  const runtime = createMemoryRuntime()
  const open = (platform: Runtime) =>
    createAwanClient({ clientId: 'awan-test', origins: [origin], runtime: platform, locale: 'en' })
  return { runtime, open, client: open(runtime) }
}

test('a tab that gets the lock before the renewed credentials waits for them', async () => {
  await using server = await openAccountServer()
  const { runtime, open, client } = setUp(server.origin)
  await client.signIn.withPassword({ username: 'ana@example.org', password: 'secret' })
  const lagging = openLaggingTab(runtime.openTab())
  const other = open(lagging)
  runtime.advance(7_080_000)
  await client.user.me()

  const call = other.user.me()
  await runtime.timerOf(25)
  lagging.catchUp()
  runtime.advance(25)
  expect(await call).toEqual({ sub: 'Bearer access-2' })
  expect(server.calls('/v1/auth/token')).toHaveLength(1)
})

test('a tab refreshes after a short wait if the last lock holder stored nothing', async () => {
  await using server = await openAccountServer()
  const { runtime, open, client } = setUp(server.origin)
  await client.signIn.withPassword({ username: 'ana@example.org', password: 'secret' })
  const lagging = openLaggingTab(runtime.openTab())
  lagging.catchUp()
  const other = open(lagging)
  runtime.advance(7_080_000)

  const call = other.user.me()
  for (let step = 0; step < 40; step++) {
    await runtime.timerOf(25)
    runtime.advance(25)
  }
  expect(await call).toEqual({ sub: 'Bearer access-2' })
  expect(server.calls('/v1/auth/token')).toHaveLength(1)
})
