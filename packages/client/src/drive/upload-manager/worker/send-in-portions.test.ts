import { expect, test } from 'vitest'
import { sendInPortions } from './send-in-portions.ts'

/** Sends so many parts where posting one of them takes so long; answers the sizes of the portions. */
async function sizesOf(count: number, msEach: (sent: number) => number): Promise<number[]> {
  const sizes: number[] = []
  let nowMs = 0
  let sent = 0
  await sendInPortions(Array(count).keys(), {
    toMessage: (part) => part,
    async post(messages) {
      nowMs += messages.length * msEach(sent)
      sent += messages.length
      sizes.push(messages.length)
    },
    now: () => nowMs,
  })
  expect(sent).toBe(count)
  return sizes
}

test('a portion is as large as can be posted within half a frame', async () => {
  const sizes = await sizesOf(1000, () => 0.25)
  expect(sizes.slice(0, 4)).toEqual([8, 16, 32, 32])
  expect(sizes.at(-1)).toBe(1000 - 8 - 16 - 32 * Math.floor((1000 - 24) / 32))
})

test('portions shrink on a slow disk to a minimum and grow again when it is fast', async () => {
  const sizes = await sizesOf(150, (sent) => (sent >= 24 && sent < 60 ? 40 : 0.5))
  expect(sizes).toEqual([8, 16, 16, 8, 8, 8, 8, 16, 16, 16, 16, 14])
})

test('portions grow up to a limit when posting takes no time', async () => {
  expect(Math.max(...(await sizesOf(5000, () => 0)))).toBe(256)
})

test('the next portion waits until the last was taken, and the order is kept', async () => {
  const got: string[] = []
  let isBusy = false
  await sendInPortions(Array(40).keys(), {
    toMessage: async (part) => `part ${part}`,
    async post(messages) {
      expect(isBusy).toBe(false)
      isBusy = true
      got.push(...messages)
      await Promise.resolve()
      isBusy = false
    },
    now: () => 0,
  })
  expect(got).toEqual(Array.from({ length: 40 }, (_, index) => `part ${index}`))
})

test('an item that cannot be converted ends the sending with its error', async () => {
  const sending = sendInPortions([1], {
    toMessage: () => Promise.reject(new Error('no file')),
    post: async () => {},
    now: () => 0,
  })
  await expect(sending).rejects.toThrow('no file')
})
