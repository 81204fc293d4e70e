import { expect, test } from 'vitest'
import { toQuotaBytes, toQuotaDraft } from './quota-draft.ts'

test('a quota is shown in the largest unit that fits', () => {
  expect(toQuotaDraft(50_000_000)).toEqual({ isLimited: true, amount: '50', unit: 'MB' })
  expect(toQuotaDraft(2_500_000_000)).toEqual({ isLimited: true, amount: '2.5', unit: 'GB' })
  expect(toQuotaDraft(4e12)).toEqual({ isLimited: true, amount: '4', unit: 'TB' })
  expect(toQuotaDraft(undefined)).toMatchObject({ isLimited: false })
})

test('a typed quota is converted to bytes, with a decimal point or comma', () => {
  const typed = (amount: string) => toQuotaBytes({ isLimited: true, amount, unit: 'GB' })
  expect(typed('1.5')).toBe(1_500_000_000)
  expect(typed(' 1,5 ')).toBe(1_500_000_000)
  expect(typed('0')).toBe(0)
  for (const wrong of ['', 'much', '-1', '1e300', '1.2.3']) expect(typed(wrong)).toBeUndefined()
  expect(toQuotaBytes({ isLimited: false, amount: '', unit: 'GB' })).toBeNull()
})
