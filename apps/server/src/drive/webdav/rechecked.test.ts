import { Readable } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { ManualClock } from '../../kernel/clock.ts'
import { rechecked, recheckedStream } from './rechecked.ts'

test('whoever may read on is asked for once in a second, and a refusal ends the answer and what it is read from', async () => {
  const clock = new ManualClock(0)
  const asked = { count: 0, isRevoked: false }
  let isClosed = false
  async function* pieces() {
    try {
      for (let at = 0; ; at++) yield at
    } finally {
      isClosed = true
    }
  }
  const caller = {
    async recheck() {
      asked.count++
      if (asked.isRevoked) throw new ServiceError('unauthenticated')
    },
  }
  const reading = rechecked(pieces(), { caller, clock })
  const next = async () => (await reading.next()).value
  expect([await next(), await next()]).toEqual([0, 1])
  clock.advance(999)
  expect([await next(), asked.count]).toEqual([2, 0])
  clock.advance(1)
  expect([await next(), await next(), asked.count]).toEqual([3, 4, 1])
  asked.isRevoked = true
  clock.advance(1_000)
  await expect(next()).rejects.toMatchObject({ error: 'unauthenticated' })
  expect(isClosed).toBe(true)
})

test('a stream that does not ask is read for it, and ends as soon as its caller is refused', async () => {
  const clock = new ManualClock(0)
  const recheck = async () => {
    throw new ServiceError('unauthenticated')
  }
  async function* pieces() {
    yield Buffer.from('one')
    clock.advance(1_000)
    yield Buffer.from('two')
  }
  const source = Readable.from(pieces(), { objectMode: false })
  const reading = recheckedStream(source, { caller: { recheck }, clock })
  await expect(reading.toArray()).rejects.toMatchObject({ error: 'unauthenticated' })
  expect(source.destroyed).toBe(true)
})
