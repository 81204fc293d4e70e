import { expect, test } from 'vitest'
import { toBase32 } from '../../kernel/base32.ts'
import { findTotpStep, totpCode, totpStep } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

/** RFC 6238, appendix B, SHA-1: eight digits there, of which an app shows the last six. */
const vectors = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const

test.each(vectors)('TOTP gives the code of RFC 6238 at %d s', (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code.slice(-6))
})

test('TOTP accepts the code of the previous, current and next step only', () => {
  const nowMs = 1_700_000_000_000
  const at = (step: number) =>
    findTotpStep(secret, totpCode(secret, totpStep(nowMs) + step), { nowMs, usedStep: null })
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([
    undefined,
    totpStep(nowMs) - 1,
    totpStep(nowMs),
    totpStep(nowMs) + 1,
    undefined,
  ])
})

test('TOTP refuses the code of a used step and of earlier ones', () => {
  const nowMs = 1_700_000_000_000
  const usedStep = totpStep(nowMs)
  const at = (step: number) =>
    findTotpStep(secret, totpCode(secret, usedStep + step), { nowMs, usedStep })
  expect([-1, 0, 1].map(at)).toEqual([undefined, undefined, usedStep + 1])
})

test.each(['', '1', '1234567', 'abcdef', '１２３４５６', '000000 '])(
  'TOTP refuses the malformed code %j',
  (code) => {
    expect(findTotpStep(secret, code, { nowMs: 59_000, usedStep: null })).toBeUndefined()
  },
)

/** RFC 4648, section 10, without its padding. */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base32 is %j', (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32)
})
