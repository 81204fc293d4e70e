import { type ErrorName, ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { readAccountState } from './account-state.ts'

const told = (name: ErrorName, metadata?: object) =>
  readAccountState(
    new ServiceError(name, { details: metadata ? [{ '@type': 'info', metadata }] : [] }),
    1000,
  )

test.each([
  ['user_pending', 'pending'],
  ['user_blocked', 'blocked'],
  ['cannot_unlock', 'frozen'],
  ['under_review', 'review'],
  ['password_reset_required', 'reset'],
] as const)(
  '[ACC-23] [ACC-25] [ACC-26] [ACC-27] [ACC-29] the error %s is the account state %s',
  (error, name) => {
    expect(told(error)).toEqual({ name })
  },
)

test('[ACC-25] a locked account shows until when, if the server tells it', () => {
  expect(told('invalid_status', { retry_after: '60' })).toEqual({ name: 'locked', untilMs: 61_000 })
  expect(told('invalid_status', { retry_after: 'soon' })).toEqual({
    name: 'locked',
    untilMs: undefined,
  })
})

test('[ACC-25] an account whose only second step has reset the password waits until the server takes it', () => {
  const error = new ServiceError('invalid_status', {
    details: [
      { '@type': 'info', reason: 'password_just_reset', metadata: { retry_after: '259200' } },
    ],
  })
  expect(readAccountState(error, 1000)).toEqual({ name: 'waiting', untilMs: 259_201_000 })
})

test('[ACC-28] an account that is being deleted shows when, and carries the token to restore it', () => {
  const dueAt = '2026-12-01T00:00:00.000Z'
  expect(told('account_freeze', { restore_token: 'r', deletion_at: dueAt })).toEqual({
    name: 'deleting',
    restoreToken: 'r',
    dueAt,
  })
  expect(told('account_freeze', { deletion_at: 'one day' })).toEqual({
    name: 'deleting',
    restoreToken: undefined,
    dueAt: undefined,
  })
})

test('any other error is not an account state', () => {
  expect(told('invalid_password')).toBeUndefined()
  expect(readAccountState(new Error('user_pending'), 0)).toBeUndefined()
})
