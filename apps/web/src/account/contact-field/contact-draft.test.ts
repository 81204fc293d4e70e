import { expect, test } from 'vitest'
import {
  type ContactDraft,
  contactProblem,
  countryOf,
  homeCountry,
  isPhoneLike,
  toContactFields,
  toContactText,
  withCountry,
  withText,
} from './contact-draft.ts'

const typed = (text: string, country = 'ID'): ContactDraft => ({ text, country })

test('[ACC-39] a contact with an @ is an e-mail address, and one with letters is a username', () => {
  expect(toContactFields(typed(' ana@example.org '))).toEqual({ email: 'ana@example.org' })
  expect(toContactFields(typed('ana'))).toEqual({ username: 'ana' })
  expect(toContactFields(typed('42nd.street'))).toEqual({ username: '42nd.street' })
  expect(toContactFields(typed('12'))).toEqual({ username: '12' })
  expect(toContactFields(typed('0812@example.org'))).toEqual({ email: '0812@example.org' })
})

test('a phone number is sent with its country code, separated by a space', () => {
  expect(toContactFields(typed('0812-3456-7890'))).toEqual({ phone_number: '+62 081234567890' })
  expect(toContactFields(typed('138 0000 0000', 'CN'))).toEqual({ phone_number: '+86 13800000000' })
  expect(toContactFields(typed('(201) 555-0123', 'US'))).toEqual({ phone_number: '+1 2015550123' })
  expect(toContactFields(typed('０１０１２３４５６７８', 'KR'))).toEqual({
    phone_number: '+82 01012345678',
  })
})

test('a typed country code takes precedence over the chosen country', () => {
  expect(toContactFields(typed('+82 10 1234 5678'))).toEqual({ phone_number: '+82 1012345678' })
  expect(toContactFields(typed('+85291234567'))).toEqual({ phone_number: '+852 91234567' })
  expect(toContactText(typed('＋６２ 812 3456'))).toBe('+62 8123456')
  expect(countryOf(typed('+1 204', 'CA'))?.alpha2).toBe('CA')
  expect(countryOf(typed('+1 204'))?.alpha2).toBe('US')
  expect(countryOf(typed('+44 20'))?.alpha2).toBe('GB')
  expect(countryOf(typed('+7 495'))?.alpha2).toBe('RU')
  expect(countryOf(typed('+0'))).toBeUndefined()
  expect(toContactFields(typed('+0123456'))).toEqual({ phone_number: '+0123456' })
})

test('digits count as a username when the person says so', () => {
  expect(toContactFields(typed('20231234', ''))).toEqual({ username: '20231234' })
  expect(isPhoneLike(typed('20231234', ''))).toBe(false)
  expect(isPhoneLike(typed('20231234'))).toBe(true)
  expect(isPhoneLike(typed('+', ''))).toBe(true)
  expect(withText(typed('20231234', ''), '202312345')).toEqual(typed('202312345', ''))
  expect(withText(typed('20231234', ''), 'ana').country).not.toBe('')
})

test('choosing another country replaces the typed country code', () => {
  expect(withCountry(typed('+62 812 3456'), 'MY')).toEqual({ text: '8123456', country: 'MY' })
  expect(withCountry(typed('0812 3456'), 'MY')).toEqual({ text: '0812 3456', country: 'MY' })
})

test('an invalid contact is reported before it is sent', () => {
  const every = ['email', 'phone', 'username'] as const
  expect(contactProblem(typed('  '), every)).toBe('missing')
  expect(contactProblem(typed('ana'), every)).toBeUndefined()
  expect(contactProblem(typed('ana'), ['email', 'phone'])).toBe('wrong')
  expect(contactProblem(typed('ana@'), every)).toBe('wrong')
  expect(contactProblem(typed('ana@example.org'), ['phone'])).toBe('wrong')
  expect(contactProblem(typed('0812 3456 7890'), ['phone'])).toBeUndefined()
  expect(contactProblem(typed('0812 3456 7890'), ['email'])).toBe('wrong')
  expect(contactProblem(typed('081'), every)).toBe('wrong')
  expect(contactProblem(typed('+0123456'), every)).toBe('wrong')
  expect(contactProblem(typed('1234567890123456'), every)).toBe('wrong')
})

test('the default country comes from the region or the language of the browser', () => {
  expect(homeCountry(['en-GB', 'id-ID'])).toBe('GB')
  expect(homeCountry(['en', 'id-ID'])).toBe('ID')
  expect(homeCountry(['ko'])).toBe('KR')
  expect(homeCountry(['zh-Hant-HK'])).toBe('HK')
  expect(homeCountry(['en-001', 'xx-not a tag'])).toBe('US')
  expect(homeCountry([])).toBe('US')
})
