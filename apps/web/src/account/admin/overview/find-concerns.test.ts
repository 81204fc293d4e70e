import { expect, test } from 'vitest'
import { findConcerns } from './find-concerns.ts'

const quiet = {
  users: { total: 3, by_status: { ACTIVE: 3 } },
  administrators: 2,
  live_sessions: 3,
  apps: 0,
  webhooks: 0,
  waiting_webhook_deliveries: 0,
  last_day: { sign_ups: 0, sign_ins: 0, failed_sign_ins: 0 },
}
const withMail = [{ name: 'AWAN_SMTP_URL', is_set: true }]

test('a server with mail, two administrators and nobody waiting has no concerns', () => {
  expect(findConcerns(quiet, withMail)).toEqual([])
})

test('the overview lists waiting people first, then missing mail, then less urgent concerns', () => {
  const busy = {
    ...quiet,
    users: { total: 6, by_status: { ACTIVE: 3, PENDING: 2, UNDER_REVIEW: 1 } },
    administrators: 1,
    waiting_webhook_deliveries: 4,
  }
  expect(findConcerns(busy, []).map(({ key, count }) => [key, count])).toEqual([
    ['admin.attention.pending', 2],
    ['admin.attention.review', 1],
    ['admin.attention.mail', 0],
    ['admin.attention.deliveries', 4],
    ['admin.attention.alone', 1],
  ])
})
