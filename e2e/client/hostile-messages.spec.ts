import { expect, TOKEN, test } from './client-story.ts'
import { startStranger } from './stranger.ts'

test('a flood of messages from a foreign frame changes nothing', async ({
  openSignedIn,
  network,
}) => {
  await using stranger = await startStranger()
  const [tab] = await openSignedIn(1)
  const before = await tab.stored()
  const frame = await tab.page.evaluateHandle(async (url) => {
    const frame = document.createElement('iframe')
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    frame.src = url
    document.body.append(frame)
    globalThis.messages = 0
    addEventListener('message', () => (globalThis.messages += 1))
    await loaded
    return frame
  }, `${stranger.origin}/page`)
  const inside = await frame.contentFrame()
  await inside?.evaluate((garbage) => {
    for (let round = 0; round < 1000; round++) {
      for (const one of garbage) parent.postMessage(one, '*')
    }
  }, GARBAGE)

  await expect.poll(() => tab.page.evaluate(() => messages)).toBe(1000 * GARBAGE.length)
  expect(await tab.me()).toBe('ok')
  expect(await tab.stored()).toEqual(before)
  expect(network.calls(TOKEN)).toHaveLength(0)
})

test('a flood of garbage on the channel between tabs signs nobody in or out and sends no token request', async ({
  openSignedIn,
  network,
}) => {
  const tabs = await openSignedIn(2)
  const [first, second] = tabs
  await second?.page.evaluate(() => {
    globalThis.messages = 0
    client.session.subscribe(() => (globalThis.messages += 1))
  })
  await first.page.evaluate((garbage) => {
    for (const name of ['awan_credentials_awan-web', 'awan_current_sub']) {
      const channel = new BroadcastChannel(name)
      for (let round = 0; round < 500; round++) {
        for (const one of garbage) channel.postMessage(one)
      }
      channel.close()
    }
  }, GARBAGE)
  for (const tab of tabs) expect(await tab.me()).toBe('ok')
  expect(await second?.page.evaluate(() => messages)).toBe(0)
  expect(network.calls(TOKEN)).toHaveLength(0)
})

test('a listener that throws or calls the client again breaks neither the client nor other listeners', async ({
  openSignedIn,
  warnings,
}) => {
  const [tab] = await openSignedIn(1)
  await tab.page.evaluate(() => {
    globalThis.messages = 0
    client.session.subscribe(() => {
      throw new Error('a listener of the page')
    })
    client.session.subscribe(() => {
      void client.user.me().catch(() => (globalThis.messages += 1))
      void client.signOut().then(() => (globalThis.messages += 1))
    })
  })
  expect(await tab.signOut()).toBe('ok')
  await expect.poll(() => tab.page.evaluate(() => messages)).toBe(2)
  expect(warnings.splice(0)).toEqual([expect.stringContaining('listener')])
})

declare global {
  var messages: number
}

const GARBAGE: unknown[] = [
  null,
  '',
  'changed',
  '{',
  '{"awan":true,"type":"signed-out"}',
  { type: 'signed-out' },
  { error: 'unauthenticated', params: { sub: 'stranger' } },
  ['credentials_awan-web', null],
  { __proto__: null, constructor: { prototype: {} } },
]
