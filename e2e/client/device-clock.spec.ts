import { expect, TOKEN, test } from './client-story.ts'

const HOUR_MS = 3_600_000

for (const [where, offsetMs] of [
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
] as const) {
  test(`on a device whose clock is ${where}, a new session needs no refresh and an expired one is refreshed once`, async ({
    context,
    openSignedIn,
    network,
  }) => {
    await context.clock.setSystemTime(Date.now() + offsetMs)
    const [first, second] = await openSignedIn(2)
    expect(await first.me()).toBe('ok')
    expect(await second?.me()).toBe('ok')
    expect(network.calls(TOKEN)).toHaveLength(0)

    await first.expire()
    expect(await first.me()).toBe('ok')
    expect(await second?.me()).toBe('ok')
    expect(await first.me()).toBe('ok')
    expect(network.calls(TOKEN)).toHaveLength(1)
  })

  test(`when the clock jumps to ${where} after the sign-in, the tabs refresh at most once and stay signed in`, async ({
    context,
    openSignedIn,
    network,
  }) => {
    const [first, second] = await openSignedIn(2)
    await context.clock.setSystemTime(Date.now() + offsetMs)
    for (const tab of [first, second, first, second]) expect(await tab?.me()).toBe('ok')
    expect(network.calls(TOKEN).length).toBeLessThanOrEqual(1)
    for (const tab of [first, second]) expect(await tab?.status()).toBe('signed-in')
  })
}
