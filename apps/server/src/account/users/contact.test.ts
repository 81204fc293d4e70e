import { describe, expect, test } from 'vitest'
import {
  checkUsername,
  maskEmail,
  maskPhoneNumber,
  normalisedContact,
  readContact,
  routeUsername,
} from './contact.ts'

describe('routing', () => {
  test.each([
    [' Rahma@Example.ORG ', { kind: 'email', value: 'rahma@example.org' }],
    ['+62 812-3456-789', { kind: 'phone', value: '+628123456789' }],
    ['Rahma', { kind: 'username', value: 'rahma' }],
  ])('[ACC-39] takes %j for what it is', (typed, contact) => {
    expect(routeUsername(typed)).toEqual(contact)
  })

  test('takes a number with the zero of its own country for the same number', () => {
    expect(routeUsername('+62 0812-3456-789')).toEqual({ kind: 'phone', value: '+628123456789' })
  })

  test('reads the number behind a country code that a client put before a full number', () => {
    expect(routeUsername('+86 +8613800000000')).toEqual({ kind: 'phone', value: '+8613800000000' })
  })

  test.each([
    '+',
    '+abc',
    '+0123456789',
    '+1234567890123456',
    '+99912345678',
    '+62812',
    '+628123456789;ext=5',
    '+628123456789 or so',
  ])('refuses the number %j', (typed) => {
    expect(() => routeUsername(typed)).toThrow(
      expect.objectContaining({ error: 'invalid_argument' }),
    )
  })

  test('refuses none and several contacts', () => {
    for (const fields of [{}, { username: 'a', email: 'a@b.co' }]) {
      expect(() => readContact(fields)).toThrow(
        expect.objectContaining({ error: 'invalid_argument' }),
      )
    }
  })

  test('gives the same text for the same contact in another field, and none for a malformed one', () => {
    expect(normalisedContact({ username: 'A@b.co' })).toBe(normalisedContact({ email: 'a@B.co' }))
    expect(normalisedContact({ phone_number: '+1' })).toBe('')
    expect(normalisedContact({ email: 7 })).toBe('')
    expect(normalisedContact(undefined)).toBe('')
  })
})

describe('usernames', () => {
  test.each(['rahma', 'Ｒahma', 'siti.nur-2', '김민수', '李雷'])('takes %j', (name) => {
    expect(checkUsername(name)).toBe(name.normalize('NFKC').toLowerCase())
  })

  test.each(['a', 'a@b', '+62812', '.dot', 'two words', 'x'.repeat(49), 'a\u202eb'])(
    'refuses %j',
    (name) => {
      expect(() => checkUsername(name)).toThrow(
        expect.objectContaining({ error: 'invalid_argument' }),
      )
    },
  )
})

test('masks contacts so that only their owner knows them', () => {
  expect(maskEmail('rahma@example.org')).toBe('r***@example.org')
  expect(maskEmail('r@example.org')).toBe('r***@example.org')
  expect(maskPhoneNumber('+628123456789')).toBe('+62********89')
})
