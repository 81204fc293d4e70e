import { expect, ME, TOKEN, test } from './client-story.ts'
import type { Fault, FaultProxy } from './fault-proxy.ts'
import * as faults from './faults.ts'
import { holdLongTimers } from './long-timers.ts'
import { startStranger } from './stranger.ts'
import type { Tab } from './tab.ts'

interface Strange {
  answer: string
  fault: Fault
  error: string
  /** A call is repeated twice when another try may help. */
  attempts: 1 | 3
}

const strange: readonly Strange[] = [
  { answer: 'a page of HTML', fault: faults.html, error: 'unreachable', attempts: 3 },
  { answer: 'an empty body', fault: faults.empty, error: 'internal', attempts: 3 },
  { answer: 'half a body', fault: faults.half, error: 'unreachable', attempts: 3 },
  { answer: 'a cut connection', fault: faults.cut, error: 'unreachable', attempts: 3 },
  { answer: 'a hang-up', fault: faults.hangUp, error: 'unreachable', attempts: 3 },
  { answer: '413', fault: faults.tooLarge, error: 'invalid_argument', attempts: 1 },
  {
    answer: '429 with Retry-After',
    fault: faults.tooMany(7),
    error: 'resource_exhausted',
    attempts: 1,
  },
  { answer: '500 without JSON', fault: faults.crash, error: 'internal', attempts: 3 },
]

for (const { answer, fault, error, attempts } of strange) {
  test(`${answer} fails a call and a refresh with ${error}, and the session is kept`, async ({
    openSignedIn,
    network,
  }) => {
    const [tab] = await openSignedIn(1)
    const before = await tab.stored()
    network.spoil(ME, fault)
    expect(await tab.me()).toBe(error)
    expect(network.calls(ME)).toHaveLength(attempts)
    expect(await tab.stored()).toEqual(before)
    network.heal()
    expect(await tab.me()).toBe('ok')

    await tab.expire()
    await expectKeptInRefresh(tab, network, { fault, error, attempts })
  })
}

test('a redirect to a foreign origin fails as unreachable, and the foreign origin receives no secret', async ({
  openSignedIn,
  network,
  person,
}) => {
  await using stranger = await startStranger()
  const [tab] = await openSignedIn(1)
  for (const status of [302, 307, 308] as const) {
    const fault = faults.redirect(status, `${stranger.origin}/v1/auth/token`)
    network.spoil(ME, fault)
    expect(await tab.me()).toBe('unreachable')
    network.heal()

    await tab.expire()
    const { access_token, refresh_token } = (await tab.stored()) ?? {}
    await expectKeptInRefresh(tab, network, { fault, error: 'unreachable', attempts: 3 })

    network.spoil('/v1/auth/signin', fault)
    expect(await tab.signIn(person)).toBe('unreachable')
    expect(await tab.status()).toBe('signed-in')
    network.heal()

    for (const secret of [access_token, refresh_token, person.password, person.email]) {
      expect(secret).toBeTruthy()
      expect(stranger.heard()).not.toContain(secret)
    }
  }
})

test('[REQ-10] [REQ-14] [CON-2] a server that does not answer within 10 s fails a call and a refresh as unreachable', async ({
  openSignedIn,
  network,
}) => {
  const [tab] = await openSignedIn(1, { before: holdLongTimers })
  for (const path of [ME, TOKEN]) {
    if (path === TOKEN) await tab.expire()
    const before = await tab.stored()
    network.spoil(path, faults.silent)
    const call = tab.me()
    for (const attempt of [1, 2, 3]) {
      await network.arrived(path, attempt)
      await tab.page.evaluate(() => longTimers.fire(10_000))
    }
    expect(await call).toBe('unreachable')
    expect(await tab.stored()).toEqual(before)
    expect(await tab.page.evaluate(() => longTimers.delays())).toEqual([])
    network.heal()
  }
  expect(await tab.me()).toBe('ok')
})

test('a 429 error tells when to try again', async ({ openSignedIn, network }) => {
  const [tab] = await openSignedIn(1)
  network.spoil(ME, faults.tooMany(7))
  const waitMs = await tab.page.evaluate(() =>
    client.user.me().then(
      () => undefined,
      (error) => error.retryAfterMs,
    ),
  )
  expect(waitMs).toBe(7000)
})

test('a slow answer in one tab does not block another tab', async ({ openSignedIn, network }) => {
  const [slow, quick] = await openSignedIn(2)
  const held = network.hold(ME)
  const call = slow.me()
  await held.reached(1)
  network.heal()
  expect(await quick?.me()).toBe('ok')
  held.release()
  expect(await call).toBe('ok')
  expect(network.calls(ME)).toHaveLength(2)
})

/** The refresh fails, and with it the call; afterwards one more refresh succeeds. */
async function expectKeptInRefresh(
  tab: Tab,
  network: FaultProxy,
  { fault, error, attempts }: Omit<Strange, 'answer'>,
): Promise<void> {
  const before = await tab.stored()
  const called = network.calls(TOKEN).length
  network.spoil(TOKEN, fault)
  expect(await tab.me()).toBe(error)
  expect(network.calls(TOKEN)).toHaveLength(called + attempts)
  expect(await tab.stored()).toEqual(before)
  expect(await tab.status()).toBe('signed-in')
  network.heal()
  expect(await tab.me()).toBe('ok')
  expect(network.calls(TOKEN)).toHaveLength(called + attempts + 1)
}
