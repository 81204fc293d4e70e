import { expect, test } from 'vitest'
import { contactKinds } from './contact-kinds.ts'

test('[ENT-18] each kind of contact has its number', () => {
  expect(contactKinds).toEqual({ UNKNOWN: 0, PHONE: 1, EMAIL: 2, INAPP: 3 })
})
