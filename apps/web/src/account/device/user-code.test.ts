import { expect, test } from 'vitest'
import { readUserCode, showUserCode } from './user-code.ts'

test.each([
  ['wdjbmjht', 'WDJBMJHT'],
  ['WDJB-MJHT', 'WDJBMJHT'],
  [' wdjb – mjht ', 'WDJBMJHT'],
  ['ＷＤＪＢ－ＭＪＨＴ', 'WDJBMJHT'],
  ['https://drive.example.org/device?user_code=WDJB-MJHT', 'WDJBMJHT'],
  ['https://drive.example.org/device?x=1&user_code=WDJB-MJHT#y', 'WDJBMJHT'],
  ['WDJBMJHTXX', 'WDJBMJHT'],
  ['12345678', ''],
])('the device code %j is read as %j', (text, letters) => {
  expect(readUserCode(text)).toBe(letters)
})

test('a device code is shown in two halves, also while it is typed', () => {
  expect(showUserCode('WDJB')).toBe('WDJB')
  expect(showUserCode('WDJBM')).toBe('WDJB-M')
  expect(showUserCode('WDJBMJHT')).toBe('WDJB-MJHT')
})
