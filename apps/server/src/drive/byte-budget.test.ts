import { expect, test } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

const begun: string[] = []

async function hold(budget: ByteBudget, holder: string, bytes: number) {
  const held = await budget.take(holder, bytes)
  begun.push(holder)
  return held
}

test('a request for more bytes than are free waits until another one ends', async () => {
  begun.length = 0
  const budget = new ByteBudget({ maxBytes: 10, maxBytesEach: 10 })
  const first = await hold(budget, 'ana', 6)
  const second = hold(budget, 'ben', 5)
  const third = hold(budget, 'eva', 1)
  expect(await third.then(() => begun)).toEqual(['ana', 'eva'])
  first[Symbol.dispose]()
  await second
  expect(begun).toEqual(['ana', 'eva', 'ben'])
})

test('a holder is limited to its share, and waiting for it does not delay others', async () => {
  begun.length = 0
  const budget = new ByteBudget({ maxBytes: 10, maxBytesEach: 4 })
  const [first, other] = [await hold(budget, 'ana', 4), await hold(budget, 'dan', 4)]
  const [again, large] = [hold(budget, 'ana', 1), hold(budget, 'ben', 4)]
  other[Symbol.dispose]()
  await large
  expect(begun).toEqual(['ana', 'dan', 'ben'])
  first[Symbol.dispose]()
  // Given back twice is given back once.
  first[Symbol.dispose]()
  await again
  await expect(budget.take('ana', 5)).rejects.toThrow(RangeError)
})

test('a request that has waited too long is refused, and told when to come back', async () => {
  const budget = new ByteBudget({ maxBytes: 10, maxBytesEach: 8, waitMs: 1 })
  using _first = await budget.take('ana', 8)
  const retry = { details: [{ metadata: { retry_after: '5' } }] }
  await expect(budget.take('ana', 1)).rejects.toMatchObject({
    error: 'resource_exhausted',
    ...retry,
  })
  await expect(budget.take('ben', 8)).rejects.toMatchObject({ error: 'unavailable', ...retry })
  using _fits = await budget.take('ben', 2)
})

test('of requests that grow, one can always finish', async () => {
  const budget = new ByteBudget({ maxBytes: 10, maxBytesEach: 10 })
  const first = budget.hold('ana')
  const second = budget.hold('ben')
  expect([first.grow(5), second.grow(5)]).toEqual([undefined, undefined])
  expect(first.grow(4)).toBe(undefined)
  const waits = second.grow(4)
  expect(waits).toBeInstanceOf(Promise)
  expect(first.grow(4)).toBe(undefined)
  first[Symbol.dispose]()
  await waits
  expect(second.bytes).toBe(9)
})

test('the requests of one holder do not wait for each other forever', async () => {
  const budget = new ByteBudget({ maxBytes: 100, maxBytesEach: 10 })
  const first = budget.hold('ana')
  const second = budget.hold('ana')
  expect([first.grow(5), second.grow(5), first.grow(5)]).toEqual([undefined, undefined, undefined])
  const waits = second.grow(5)
  first[Symbol.dispose]()
  await waits
})
