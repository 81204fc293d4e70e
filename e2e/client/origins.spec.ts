import { expect, ME, TOKEN, test } from './client-story.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { hangUp } from './faults.ts'

test.afterEach(({ warnings }) => {
  for (const warning of warnings.splice(0)) expect(warning).toContain('an origin failed')
})

test('[REQ-18] when an origin dies during a call, the next origin answers that call and the following ones', async ({
  openSignedIn,
  network,
  server,
}) => {
  await using second = await startFaultProxy(server.url)
  const [tab] = await openSignedIn(1, { origins: [network.origin, second.origin] })
  const held = network.hold(ME)
  const call = tab.me()
  await held.reached(1)
  await network.kill()
  expect(await call).toBe('ok')
  expect(second.calls(ME)).toHaveLength(1)
  expect(await tab.me()).toBe('ok')
  expect(second.calls(ME)).toHaveLength(2)
  const [first, repeated] = [network, second].map(({ calls }) => calls(ME)[0]?.headers)
  expect(repeated?.['x-request-id']).toBe(first?.['x-request-id'])
})

test('when an origin dies during a refresh, the next origin completes it for all tabs', async ({
  openSignedIn,
  network,
  server,
}) => {
  await using second = await startFaultProxy(server.url)
  const tabs = await openSignedIn(2, { origins: [network.origin, second.origin] })
  await tabs[0].expire()
  const held = network.hold(TOKEN)
  const calls = Promise.all(tabs.map((tab) => tab.me()))
  await held.reached(1)
  await network.kill()
  expect(await calls).toEqual(['ok', 'ok'])
  expect(second.calls(TOKEN)).toHaveLength(1)
  for (const tab of tabs) expect(await tab.status()).toBe('signed-in')
})

test('an origin that does not answer is skipped at the first call', async ({
  openTab,
  network,
  server,
  person,
}) => {
  await using dead = await startFaultProxy(server.url)
  await dead.kill()
  const tab = await openTab({ origins: [dead.origin, network.origin] })
  expect(await tab.signIn(person)).toBe('ok')
  expect(await tab.me()).toBe('ok')
  expect(network.calls(ME)).toHaveLength(1)
})

test('when every origin is unreachable the call fails, and the session is kept until they are back', async ({
  openSignedIn,
  network,
  server,
}) => {
  await using second = await startFaultProxy(server.url)
  const [tab] = await openSignedIn(1, { origins: [network.origin, second.origin] })
  for (const proxy of [network, second]) proxy.spoil(ME, hangUp)
  expect(await tab.me()).toBe('unreachable')
  expect(await tab.status()).toBe('signed-in')
  for (const proxy of [network, second]) proxy.heal()
  expect(await tab.me()).toBe('ok')
})
