import { expect, test } from 'vitest'
import { toPolicy, toPolicyDraft } from './policy-draft.ts'

const policy = { enabled: true, needs_password: true, open_names: false }

test('rules are typed as they are, and an empty field is no limit of days', () => {
  expect(toPolicyDraft({ ...policy, max_days: 30 }).days).toBe('30')
  expect(toPolicyDraft(policy).days).toBe('')
  expect(toPolicy({ ...policy, days: ' 30 ' })).toEqual({ ...policy, max_days: 30 })
  expect(toPolicy({ ...policy, days: ' ' })).toEqual(policy)
})

test.each(['0', '-1', '1.5', 'a week', '36501', '1e9'])('%s is no number of days', (days) => {
  expect(toPolicy({ ...policy, days })).toBeUndefined()
})
