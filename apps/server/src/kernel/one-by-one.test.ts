import { expect, test } from 'vitest'
import { OneByOne } from './one-by-one.ts'

test('work under one key is done one after the other, and that of another key beside it', async () => {
  const queues = new OneByOne()
  const begun: string[] = []
  const gates = [1, 2, 3].map(() => Promise.withResolvers<void>())
  const run = (key: string, name: string, gate: Promise<void> | undefined) =>
    queues.take(key, async () => {
      begun.push(name)
      await gate
      return name
    })
  const first = run('ana', 'first', gates[0]?.promise)
  const second = run('ana', 'second', gates[1]?.promise)
  const other = run('ben', 'other', gates[2]?.promise)
  expect(begun).toEqual(['first', 'other'])
  gates[0]?.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  gates[1]?.resolve()
  expect(await second).toBe('second')
  expect(begun).toEqual(['first', 'other', 'second'])
  gates[2]?.resolve()
  expect(await other).toBe('other')
  expect(await run('ana', 'later', undefined)).toBe('later')
})

test('more than may wait is refused at once, until the queue is shorter', async () => {
  const queues = new OneByOne({ maxWaiting: 1, refuse: () => new Error('too many') })
  const gate = Promise.withResolvers<void>()
  const running = queues.take('ana', () => gate.promise)
  const waiting = queues.take('ana', async () => 'done')
  await expect(queues.take('ana', async () => 'refused')).rejects.toThrow('too many')
  expect(await queues.take('ben', async () => 'another')).toBe('another')
  gate.resolve()
  await running
  expect(await waiting).toBe('done')
  expect(await queues.take('ana', async () => 'again')).toBe('again')
})
