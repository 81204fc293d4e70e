import { describe, expect, test } from 'vitest'
import {
  checkUsername,
  maskEmail,
  maskPhoneNumber,
  normalisedContact,
  readContact,
  routeUsername,
} from './contact.ts'

describe('reading a contact', () => {
  test.each([
    [' Rahma@Example.ORG ', { kind: 'email', value: 'rahma@example.org' }],
    ['+62 812-3456-789', { kind: 'phone', value: '+628123456789' }],
    ['Rahma', { kind: 'username', value: 'rahma' }],
  ])('[ACC-39] %j is recognised as e-mail address, phone number or username', (typed, contact) => {
    expect(routeUsername(typed)).toEqual(contact)
  })

  test('a phone number with the national leading zero is the same number', () => {
    expect(routeUsername('+62 0812-3456-789')).toEqual({ kind: 'phone', value: '+628123456789' })
  })

  test('a doubled country code before a full phone number is dropped', () => {
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
  ])('the phone number %j is refused', (typed) => {
    expect(() => routeUsername(typed)).toThrow(
      expect.objectContaining({ error: 'invalid_argument' }),
    )
  })

  test('no contact and several contacts are refused', () => {
    for (const fields of [{}, { username: 'a', email: 'a@b.co' }]) {
      expect(() => readContact(fields)).toThrow(
        expect.objectContaining({ error: 'invalid_argument' }),
      )
    }
  })

  test('a contact normalises to the same text in any field, and a malformed one to an empty text', () => {
    expect(normalisedContact({ username: 'A@b.co' })).toBe(normalisedContact({ email: 'a@B.co' }))
    expect(normalisedContact({ phone_number: '+1' })).toBe('')
    expect(normalisedContact({ email: 7 })).toBe('')
    expect(normalisedContact(undefined)).toBe('')
  })
})

describe('usernames', () => {
  test.each(['rahma', 'Ｒahma', 'siti.nur-2', '김민수', '李雷'])(
    'the username %j is accepted',
    (name) => {
      expect(checkUsername(name)).toBe(name.normalize('NFKC').toLowerCase())
    },
  )

  test.each(['a', 'a@b', '+62812', '.dot', 'two words', 'x'.repeat(49), 'a\u202eb'])(
    'the username %j is refused',
    (name) => {
      expect(() => checkUsername(name)).toThrow(
        expect.objectContaining({ error: 'invalid_argument' }),
      )
    },
  )
})

test('e-mail addresses and phone numbers are masked', () => {
  expect(maskEmail('rahma@example.org')).toBe('r***@example.org')
  expect(maskEmail('r@example.org')).toBe('r***@example.org')
  expect(maskPhoneNumber('+628123456789')).toBe('+62********89')
})
