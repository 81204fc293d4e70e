import { expect, test } from 'vitest'
import { isSearchable } from './composition.ts'

test('a Korean word is looked for while it grows, a Chinese one once it is chosen', () => {
  expect(isSearchable('ㅇ')).toBe(true)
  expect(isSearchable('안녕')).toBe(true)
  expect(isSearchable("zhong'guo")).toBe(false)
  expect(isSearchable('ㄓㄨㄥ')).toBe(false)
  expect(isSearchable('中')).toBe(false)
})
