import { expect, test } from 'vitest'
import { isSearchable } from './composition.ts'

test('search runs while a Korean word is composed, but waits until a Chinese word is confirmed', () => {
  expect(isSearchable('ㅇ')).toBe(true)
  expect(isSearchable('안녕')).toBe(true)
  expect(isSearchable("zhong'guo")).toBe(false)
  expect(isSearchable('ㄓㄨㄥ')).toBe(false)
  expect(isSearchable('中')).toBe(false)
})
