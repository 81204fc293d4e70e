import { expect, test } from 'vitest'
import { chooseLocale, regionalTag } from './locale.ts'

test('the stored language wins over that of the browser', () => {
  expect(chooseLocale('ko', ['en-GB'])).toBe('ko')
})

test('the first browser language that we support is used', () => {
  expect(chooseLocale(null, ['de-CH', 'ms-MY', 'en'])).toBe('ms')
  expect(chooseLocale(null, ['in'])).toBe('id')
})

test('the script decides between the two Chinese languages, or the region without one', () => {
  expect(chooseLocale(null, ['zh-TW'])).toBe('zh-hant')
  expect(chooseLocale(null, ['zh-Hans-HK'])).toBe('zh-hans')
  expect(chooseLocale(null, ['zh-Hant-CN'])).toBe('zh-hant')
  expect(chooseLocale(null, ['zh'])).toBe('zh-hans')
})

test('an unsupported language falls back to Simplified Chinese', () => {
  expect(chooseLocale(null, ['fr', 'de'])).toBe('zh-hans')
  expect(chooseLocale('xx', [])).toBe('zh-hans')
})

test('dates follow the region of the browser if it has the chosen language', () => {
  expect(regionalTag('en', ['ko-KR', 'en-GB'])).toBe('en-GB')
  expect(regionalTag('zh-hant', ['zh-CN', 'zh-HK'])).toBe('zh-HK')
  expect(regionalTag('ms', ['en-GB'])).toBe('ms')
})
