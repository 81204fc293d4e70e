import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { toContact } from './contact.ts'

test('[ACC-39] typed text is recognized as a phone number, an e-mail address or a user name', () => {
  expect(toContact(' +62 812 345 ')).toEqual({ phone_number: '+62 812 345' })
  expect(toContact('+62@example.org')).toEqual({ phone_number: '+62@example.org' })
  expect(toContact('ana@example.org')).toEqual({ email: 'ana@example.org' })
  expect(toContact('ana+62')).toEqual({ username: 'ana+62' })
  expect(toContact('__proto__')).toEqual({ username: '__proto__' })
})

test('[ACC-39] empty text and values that are not text are a local error', () => {
  for (const typed of ['', '  ', undefined, null, 0, {}, [], Symbol('ana'), 1n, () => 'ana']) {
    expect(() => toContact(typed as string)).toThrow(ServiceError)
    expect(() => toContact(typed as string)).toThrow('local: wrong options param: username')
  }
})
