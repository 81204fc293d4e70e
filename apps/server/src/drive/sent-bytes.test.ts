import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { bytesOf, takeArrived } from './sent-bytes.ts'

const body = () => new Readable({ read() {} })

test('a body that has come whole is taken at once, and its end is read', async () => {
  const sent = body()
  sent.push(Buffer.from('ab'))
  sent.push(Buffer.from('c'))
  const ended = once(sent, 'end')
  expect(takeArrived(sent, 3)?.toString()).toBe('abc')
  sent.push(null)
  await ended
})

test('nothing is taken of a body that is still on its way', async () => {
  const sent = body()
  sent.push(Buffer.from('ab'))
  expect(takeArrived(sent, 3)).toBeUndefined()
  sent.push(Buffer.from('c'))
  sent.push(null)
  expect(Buffer.concat(await Array.fromAsync(bytesOf(sent))).toString()).toBe('abc')
})

test('nothing is taken of an empty body', () => {
  expect(takeArrived(body(), 0)).toBeUndefined()
})
