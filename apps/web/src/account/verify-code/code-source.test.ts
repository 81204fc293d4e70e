import { expect, test } from 'vitest'
import { contactKindOf } from './code-source.ts'

test('[ENT-18] a contact is known by its plus or its at sign, and a username is of no known kind', () => {
  expect(contactKindOf('+62 812')).toBe('PHONE')
  expect(contactKindOf('rani@example.org')).toBe('EMAIL')
  expect(contactKindOf('rani')).toBe('UNKNOWN')
})
