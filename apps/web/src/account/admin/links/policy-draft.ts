import type { LinkPolicy } from '@awan/protocol/drive'

/** The rules for links as they are typed. */
export interface PolicyDraft extends Omit<LinkPolicy, 'max_days'> {
  /** Empty is no limit. */
  days: string
}

const MAX_DAYS = 36_500

export function toPolicyDraft({ max_days, ...policy }: LinkPolicy): PolicyDraft {
  return { ...policy, days: max_days === undefined ? '' : String(max_days) }
}

/** Undefined where the days are no number that the server takes. */
export function toPolicy({ days, ...policy }: PolicyDraft): LinkPolicy | undefined {
  const typed = days.trim()
  if (typed === '') return policy
  const max_days = Number(typed)
  const isGood = Number.isInteger(max_days) && max_days >= 1 && max_days <= MAX_DAYS
  return isGood ? { ...policy, max_days } : undefined
}
