import { expect, test } from 'vitest'
import { ManualClock } from '../kernel/clock.ts'
import type { Message } from './notifier.ts'
import { createOutbox } from './outbox.ts'

const message: Message = {
  channel: 'email',
  to: 'rahma@example.org',
  purpose: 'REGISTER',
  code: '123456',
  subject: 'Your code',
  text: 'It is 123456.',
}

test('the outbox keeps the latest messages, newest first, and prints each code', async () => {
  const printed: string[] = []
  const clock = new ManualClock()
  await using outbox = createOutbox({ clock, print: (line) => printed.push(line), keep: 2 })
  for (const code of ['111111', '222222', '333333']) {
    await outbox.send({ ...message, code })
    clock.advance(1000)
  }
  expect(outbox.messages()).toEqual([
    {
      channel: 'email',
      to: 'rahma@example.org',
      purpose: 'REGISTER',
      code: '333333',
      text: 'It is 123456.',
      at: '2026-01-01T00:00:02.000Z',
    },
    expect.objectContaining({ code: '222222' }),
  ])
  expect(printed.at(-1)).toBe('[outbox] email to rahma@example.org: code 333333')
})

test('the outbox prints the subject of a message without a code', async () => {
  const printed: string[] = []
  const { code: _code, ...notice } = message
  await using outbox = createOutbox({
    clock: new ManualClock(),
    print: (line) => printed.push(line),
  })
  await outbox.send(notice)
  expect(outbox.messages()[0]).not.toHaveProperty('code')
  expect(printed).toEqual(['[outbox] email to rahma@example.org: Your code'])
})
