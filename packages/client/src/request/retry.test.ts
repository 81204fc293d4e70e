import { catalogue, type ErrorName, ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { isServerFailure, isWorthRepeating } from './retry.ts'

const names = Object.keys(catalogue) as ErrorName[]

test('[REQ-19] internal and unreachable count as server-side or network failures, and nothing else does', () => {
  expect(names.filter((name) => isServerFailure(new ServiceError(name))).sort()).toEqual([
    'internal',
    'unreachable',
  ])
  for (const thrown of [
    undefined,
    null,
    'internal',
    new Error('internal'),
    { error: 'internal' },
  ]) {
    expect(isServerFailure(thrown)).toBe(false)
  }
})

test('[REQ-17] only a server or network failure at the path of the request is retried', () => {
  const failed = (name: ErrorName, uri?: string) =>
    isWorthRepeating(new ServiceError(name, uri === undefined ? {} : { uri }), '/v1/user/me')
  expect(failed('internal', '/v1/user/me')).toBe(true)
  expect(failed('unreachable', '/v1/user/me')).toBe(true)
  expect(failed('unreachable', '/v1/auth/token')).toBe(false)
  expect(failed('internal')).toBe(false)
  expect(failed('unavailable', '/v1/user/me')).toBe(false)
})
