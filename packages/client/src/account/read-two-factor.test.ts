import { type ErrorDetail, ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { readTwoFactor } from './read-two-factor.ts'

function read(details: unknown[]) {
  return readTwoFactor(
    new ServiceError('two_factor_required', { details: details as ErrorDetail[] }),
  )
}

test('[ACC-32] two-factor methods are read from a list or from text', () => {
  for (const methods of [
    'TOTP,SMS',
    'TOTP SMS',
    ' TOTP, SMS ',
    ['TOTP', 'SMS'],
    ['TOTP', 5, 'SMS'],
  ]) {
    expect(read([{ metadata: { two_factor_token: 't', methods } }])).toEqual({
      token: 't',
      methods: ['TOTP', 'SMS'],
    })
  }
  expect(read([{ metadata: { two_factor_token: 't', methods: { a: 1 } } }])?.methods).toEqual([])
})

test('error details without a two-factor token are ignored', () => {
  const details = [{ message: 'hello' }, { metadata: 'x' }, { metadata: null }, { metadata: [] }]
  expect(read([...details, { metadata: { two_factor_token: 't' } }])?.token).toBe('t')
  expect(read(details)).toBeUndefined()
  expect(read([{ metadata: { two_factor_token: { evil: true } } }])).toBeUndefined()
})

test('other errors do not ask for a second factor', () => {
  for (const error of [new ServiceError('internal'), new Error('x'), undefined, null, 'text', 0]) {
    expect(readTwoFactor(error)).toBeUndefined()
  }
})
