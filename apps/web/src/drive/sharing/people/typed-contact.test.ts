import { expect, test } from 'vitest'
import { readTyped, splitTyped } from './typed-contact.ts'

test.each([
  ['ben.k', { kind: 'username', text: 'ben.k', query: { username: 'ben.k' } }],
  [' 민수_7 ', { kind: 'username', text: '민수_7', query: { username: '민수_7' } }],
  [
    'Ben@Example.org',
    { kind: 'email', text: 'Ben@Example.org', query: { email: 'Ben@Example.org' } },
  ],
  [
    '+62 812-3456 7890',
    { kind: 'phone', text: '+62 812-3456 7890', query: { phone_number: '+6281234567890' } },
  ],
])('“%s” is read as a contact by which an account is found', (text, contact) => {
  expect(readTyped(text)).toEqual({ contact })
})

test.each([
  ['ben@example', 'wrongEmail'],
  ['ben example@example.org', 'wrongEmail'],
  ['0812 3456 7890', 'wrongPhone'],
  ['+62 12', 'wrongPhone'],
  ['Ben Kim', 'notUsername'],
  ['b', 'notUsername'],
])('“%s” is refused with a reason before the server is asked', (text, problem) => {
  expect(readTyped(text)).toEqual({ problem, text })
})

test('several contacts are separated by commas, semicolons or lines', () => {
  expect(splitTyped('a@x.org, b@x.org;ben\n\n+62 812 3456 7890')).toEqual([
    'a@x.org',
    'b@x.org',
    'ben',
    '+62 812 3456 7890',
  ])
  expect(splitTyped('Ben Kim')).toEqual(['Ben Kim'])
})
