import { expect, test } from 'vitest'
import { listCountries, searchCountries } from './country-search.ts'

const found = (locale: Parameters<typeof listCountries>[0], query: string) =>
  searchCountries(listCountries(locale, locale), query).map(({ alpha2 }) => alpha2)

test('a country is found by its name in the language of the person or in English', () => {
  expect(found('ko', '인도')).toEqual(['IN', 'ID', 'IO'])
  expect(found('ko', 'indonesia')).toEqual(['ID'])
  expect(found('zh-hans', '马来')).toEqual(['MY'])
  expect(found('id', 'korea sel')).toEqual(['KR'])
  expect(found('en', 'cote')).toEqual(['CI'])
  expect(found('en', 'kingdom')).toEqual(['GB'])
})

test('a Korean syllable that is not yet complete finds a country', () => {
  expect(found('ko', '대하')).toContain('KR')
})

test('matches of country codes and calling codes come first', () => {
  expect(found('en', 'my')[0]).toBe('MY')
  expect(found('en', '+62')).toEqual(['ID'])
  expect(found('en', '0062')).toEqual(['ID'])
  expect(found('en', '85').slice(0, 3)).toEqual(['KH', 'HK', 'LA'])
  expect(found('en', 'nowhere at all')).toEqual([])
})

test('an empty search lists all countries that have a calling code, sorted by name', () => {
  const english = listCountries('en', 'en')
  expect(english.at(0)?.name).toBe('Afghanistan')
  expect(english.find(({ alpha2 }) => alpha2 === 'AQ')).toBeUndefined()
  expect(searchCountries(english, '  ')).toBe(english)
})
