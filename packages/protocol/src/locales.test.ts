import { expect, test } from 'vitest'
import {
  DEFAULT_ACCEPT_LANGUAGE,
  DEFAULT_LOCALE,
  FALLBACK_LOCALE,
  locales,
  localeValues,
  matchLocale,
  resolveLocale,
} from './locales.ts'

test('[LOC-1] the languages of the interface are en, id, ko, ms, zh-hans and zh-hant', () => {
  expect(locales).toEqual(['en', 'id', 'ko', 'ms', 'zh-hans', 'zh-hant'])
})

test.each([['fr'], ['fr-FR'], ['enx'], ['*'], [''], ['-'], [';;,,']])(
  '[LOC-2] [CON-12] the unknown locale %j falls back to Simplified Chinese',
  (tag) => {
    expect(FALLBACK_LOCALE).toBe('zh-hans')
    expect(resolveLocale(tag)).toBe('zh-hans')
    expect(matchLocale(tag)).toBe('unknown')
  },
)

test('[LOC-3] [CON-12] the default locale is sent as EN, which is English', () => {
  expect(DEFAULT_ACCEPT_LANGUAGE).toBe('EN')
  expect(resolveLocale(DEFAULT_ACCEPT_LANGUAGE)).toBe(DEFAULT_LOCALE)
})

test.each([
  ['en', ['en', 'EN', 'en-US', 'en_GB', 'en-Latn-AU', 'en_US.UTF-8']],
  ['id', ['id', 'ID', 'id-ID', 'id_ID', 'in', 'in_ID']],
  ['ko', ['ko', 'ko-KR', 'ko_KR', 'ko-KP']],
  ['ms', ['ms', 'ms-MY', 'ms_BN', 'ms-SG']],
  ['zh-hans', ['zh', 'zh-CN', 'zh_CN', 'zh-SG', 'zh-MY', 'zh-Hans', 'zh-Hans-CN', 'zh-hans-hk']],
  ['zh-hant', ['zh-TW', 'zh_TW', 'zh-HK', 'zh-MO', 'zh-Hant', 'zh-Hant-TW', 'zh-hant-cn']],
] as const)('[LOC-4] language tags that mean %s resolve to it', (locale, tags) => {
  expect(tags.map(resolveLocale)).toEqual(tags.map(() => locale))
})

test('[LOC-4] the locale values are the six languages and unknown', () => {
  expect(localeValues).toEqual(['en', 'id', 'ko', 'ms', 'zh-hans', 'zh-hant', 'unknown'])
  expect(localeValues.map(matchLocale)).toEqual([...localeValues])
})

test('every locale resolves to itself', () => {
  expect(locales.map(resolveLocale)).toEqual([...locales])
})

test.each([
  ['fr-FR, id;q=0.8, en;q=0.5', 'id'],
  ['ms;q=0.2,ko;q=0.9', 'ko'],
  ['en;q=0, ko;q=0.1', 'ko'],
  ['fr, de;q=0.5', 'zh-hans'],
  ['ko;q=rubbish, en;q=0.9', 'ko'],
])('of the preferred languages %j the first supported one is %s', (header, locale) => {
  expect(resolveLocale(header)).toBe(locale)
})
