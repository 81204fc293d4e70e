import { expect, test } from 'vitest'
import { arrivingBytes } from './arriving-bytes.ts'
import { ByteBudget } from './byte-budget.ts'

const budget = () => new ByteBudget({ maxBytes: 100, maxBytesEach: 100 })

async function* send(...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield new Uint8Array(size)
}

/** Sends one chunk and then nothing more. */
async function* halt(size: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(size)
  await new Promise(() => {})
}

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let sum = 0
  for await (const { length } of bytes) sum += length
  return sum
}

test('bytes are charged as they arrive, and at most so many as are in memory', async () => {
  using held = budget().hold('ana')
  const bytes = arrivingBytes(send(3, 4), { held })
  expect(held.bytes).toBe(0)
  await bytes.next()
  expect(held.bytes).toBe(3)
  expect(await drain(bytes)).toBe(4)
  expect(held.bytes).toBe(7)
  using unit = budget().hold('ana')
  expect(await drain(arrivingBytes(send(5, 5, 5), { held: unit, maxBytes: 8 }))).toBe(15)
  expect(unit.bytes).toBe(8)
})

test('a sender that is slower than the minimum rate is refused', async () => {
  using held = budget().hold('ana')
  const slow = arrivingBytes(halt(1), { held, graceMs: 1, bytesPerSecond: 1000 })
  await expect(drain(slow)).rejects.toMatchObject({ error: 'deadline_exceeded', status: 408 })
})
