import { MessageChannel } from 'node:worker_threads'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { caught } from '../../../testing/caught.ts'
import { openCalls, type Port } from './port-calls.ts'
import { createPortionQueue } from './portion-queue.ts'

/** Two ends with a real port between them: what cannot be cloned does not pass. */
function openPair(offered: Record<string, (...args: never[]) => unknown>) {
  const { port1, port2 } = new MessageChannel()
  const here = openCalls(port1 as unknown as Port, {})
  const there = openCalls(port2 as unknown as Port, offered)
  return {
    here,
    there,
    [Symbol.dispose]: () => {
      port1.close()
      port2.close()
    },
  }
}

test('a port call returns its result, and a ServiceError stays one at any depth', async () => {
  const error = new ServiceError('not_found', { description: 'gone' })
  using pair = openPair({
    add: (a: number, b: number) => a + b,
    rows: () => [{ id: 1, error }, { id: 2 }],
    fail: () => Promise.reject(error),
    break: () => Promise.reject(new TypeError('no')),
  })
  const { here } = pair
  expect(await here.call('add', 1, 2)).toBe(3)
  const [row] = (await here.call('rows')) as { error: ServiceError }[]
  expect(row?.error).toBeInstanceOf(ServiceError)
  expect(row?.error).toMatchObject({ error: 'not_found', description: 'gone' })
  expect((await caught(here.call('fail'))).error).toBe('not_found')
  expect((await caught(here.call('break'))).error).toBe('internal')
  expect((await caught(here.call('nothing'))).error).toBe('unimplemented')
})

test('a Blob passes through a port unchanged', async () => {
  using pair = openPair({ size: async (entry: { source: Blob }) => entry.source.text() })
  expect(await pair.here.call('size', { source: new Blob(['bytes']) })).toBe('bytes')
})

test('putting a portion waits until it is taken, but not after the queue has ended', async () => {
  const queue = createPortionQueue<number>()
  const order: string[] = []
  const first = queue.put([1, 2]).then(() => order.push('first taken'))
  const second = queue.put([3]).then(() => order.push('second taken'))
  for await (const number of queue.entries()) {
    order.push(String(number))
    if (number === 3) break
  }
  await Promise.all([first, second])
  expect(order).toEqual(['1', '2', 'first taken', '3', 'second taken'])
  queue.end()
  await queue.put([4])
})
