import { createHash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBrowserRuntime } from './browser.ts'

// Node has the web's locks, channels and crypto: the same code runs here as in a page.
const runtime = createBrowserRuntime({ warn: () => {} })

test('tasks with the same lock name run one after the other', async () => {
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const one = runtime.lock(
    'name',
    async () => {
      order.push('one begins')
      await first.promise
      order.push('one ends')
    },
    { waitMs: 60_000 },
  )
  const two = runtime.lock('name', async () => void order.push('two'), { waitMs: 60_000 })
  first.resolve()
  await Promise.all([one, two])
  expect(order).toEqual(['one begins', 'one ends', 'two'])
})

test('tasks with the same lock name run one after the other in a browser without Web Locks, across the clients of a page', async () => {
  vi.stubGlobal('navigator', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const other = createBrowserRuntime({ warn: () => {} })
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const one = runtime.lock(
    'name',
    async () => {
      order.push('one begins')
      await first.promise
      order.push('one ends')
    },
    { waitMs: 60_000 },
  )
  const two = other.lock('name', async () => void order.push('two'), { waitMs: 60_000 })
  const elsewhere = other.lock('other', async () => void order.push('other'), { waitMs: 60_000 })
  await elsewhere
  first.resolve()
  await Promise.all([one, two])
  expect(order).toEqual(['one begins', 'other', 'one ends', 'two'])
})

test('a task runs without the lock after its wait limit, and the holder keeps the lock', async () => {
  const frozen = Promise.withResolvers<string>()
  const holder = runtime.lock('name', () => frozen.promise, { waitMs: 60_000 })
  expect(await runtime.lock('name', async () => 'went on', { waitMs: 0 })).toBe('went on')
  frozen.resolve('still mine')
  expect(await holder).toBe('still mine')
})

test('a failing task rejects with its own error and runs once', async () => {
  let runs = 0
  const failing = runtime.lock(
    'name',
    async () => {
      runs += 1
      throw new Error('of the task')
    },
    { waitMs: 60_000 },
  )
  await expect(failing).rejects.toThrow('of the task')
  expect(runs).toBe(1)
})

test('a change of a key is announced to other tabs', async () => {
  const told = Promise.withResolvers<void>()
  const stop = createBrowserRuntime({ warn: () => {} }).changes.listen('k', told.resolve)
  runtime.changes.announce('k')
  await told.promise
  stop()
})

test('hashes match SHA-256 of the platform', async () => {
  const bytes = runtime.randomBytes(40) as Uint8Array<ArrayBuffer>
  const expected = createHash('sha256').update(bytes).digest()
  expect(Buffer.from((await runtime.sha256?.(bytes)) ?? [])).toEqual(expected)
})
