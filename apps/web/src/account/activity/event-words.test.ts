import { expect, test } from 'vitest'
import { eventWords } from './event-words.ts'

test('an event that the page knows is told in its own words', () => {
  expect(eventWords('account.passkey_added').text).toBe('event.passkey_added')
  expect(eventWords('account.sign_in_failed')).toMatchObject({ isAlarming: true })
})

test.each(['account.abducted', 'toString', ''])(
  'an event that is newer than the page (%j) is told in a neutral sentence',
  (type) => {
    expect(eventWords(type).text).toBe('event.other')
  },
)
