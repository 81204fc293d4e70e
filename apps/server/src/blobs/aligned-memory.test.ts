import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AlignedMemory, PAGE_BYTES, type Slab } from './aligned-memory.ts'

test('memory slabs start at a page boundary and do not overlap', async () => {
  const memory = new AlignedMemory(2)
  const [one, other] = [await memory.lend(), await memory.lend()]
  for (const { bytes } of [one, other]) {
    expect(bytes.byteOffset % PAGE_BYTES).toBe(0)
    expect(bytes.length % PAGE_BYTES).toBe(0)
  }
  one.bytes.fill(1)
  other.bytes.fill(2)
  expect(one.bytes.every((byte) => byte === 1)).toBe(true)
})

test('callers that wait for a free slab get returned ones in the order of their requests', async () => {
  const memory = new AlignedMemory(1)
  const first = await memory.lend()
  const lent: Slab[] = []
  const second = memory.lend().then((slab) => void lent.push(slab))
  const third = memory.lend().then((slab) => void lent.push(slab))
  await setImmediate()
  expect(lent).toEqual([])
  first[Symbol.dispose]()
  await second
  expect(lent).toHaveLength(1)
  lent[0]?.[Symbol.dispose]()
  await third
  expect(lent[1]?.bytes).toBe(first.bytes)
})
