export const quotaUnits = { MB: 1e6, GB: 1e9, TB: 1e12 } as const
export type QuotaUnit = keyof typeof quotaUnits

/** A limit as it is typed. */
export interface QuotaDraft {
  isLimited: boolean
  amount: string
  unit: QuotaUnit
}

/** In the largest unit that says it without many digits. */
export function toQuotaDraft(bytes: number | undefined): QuotaDraft {
  if (bytes === undefined) return { isLimited: false, amount: '', unit: 'GB' }
  const unit = (['TB', 'GB'] as const).find((each) => bytes >= quotaUnits[each]) ?? 'MB'
  return { isLimited: true, amount: String(round(bytes / quotaUnits[unit])), unit }
}

/** Null is no limit; undefined is nothing that a limit could be. */
export function toQuotaBytes({ isLimited, amount, unit }: QuotaDraft): number | null | undefined {
  if (!isLimited) return null
  // Many keyboards have the comma where others have the point.
  const number = Number(amount.trim().replace(',', '.'))
  if (amount.trim() === '' || !Number.isFinite(number) || number < 0) return undefined
  const bytes = Math.round(number * quotaUnits[unit])
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100
}
