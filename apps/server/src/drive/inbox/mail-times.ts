import type { InboxKind, InboxSettings, MailChoice } from '@awan/protocol/drive'

/** Until a person chooses something else: at once what somebody waits for, the rest once a day. */
export const USUAL_MAILS: InboxSettings = {
  shared_with_you: 'at_once',
  role_changed: 'daily',
  access_ended: 'daily',
  drop_arrived: 'daily',
  access_asked: 'at_once',
  transfer_offered: 'at_once',
  transfer_answered: 'daily',
  manager_appointed: 'at_once',
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Those who send files send several: one mail for what arrives within this time. */
export const GATHER_MS = 15 * MINUTE_MS

/** The hour of the day, in UTC, at which daily mails are sent. */
const DAILY_HOUR = 6

/** When the mail for a message of now is due; null for never. */
export function mailTime(kind: InboxKind, choice: MailChoice, now: number): number | null {
  if (choice === 'never') return null
  if (choice === 'daily') return nextDaily(now)
  return kind === 'drop_arrived' ? now + GATHER_MS : now
}

export function nextDaily(now: number): number {
  const days = Math.floor((now - DAILY_HOUR * HOUR_MS) / DAY_MS) + 1
  return days * DAY_MS + DAILY_HOUR * HOUR_MS
}
