import { expect, test } from 'vitest'
import { contactKindOf, contactKinds } from './contact-kinds.ts'

test('[ENT-18] each kind of contact has its number', () => {
  expect(contactKinds).toEqual({ UNKNOWN: 0, PHONE: 1, EMAIL: 2, INAPP: 3 })
})

test('[ENT-18] a contact is known by its plus or its at sign, and a username is of no known kind', () => {
  expect(contactKindOf('+62 812')).toBe('PHONE')
  expect(contactKindOf('rani@example.org')).toBe('EMAIL')
  expect(contactKindOf('rani')).toBe('UNKNOWN')
})
