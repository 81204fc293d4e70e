import { expect, test } from 'vitest'
import { eventWords } from './event-words.ts'

test('a known security event has its own text', () => {
  expect(eventWords('account.passkey_added').text).toBe('event.passkey_added')
  expect(eventWords('account.sign_in_failed')).toMatchObject({ isAlarming: true })
})

test.each(['account.abducted', 'toString', ''])(
  'an unknown security event (%j) has a neutral text',
  (type) => {
    expect(eventWords(type).text).toBe('event.other')
  },
)
