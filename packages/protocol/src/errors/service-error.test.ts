import { expect, test } from 'vitest'
import { ERROR_INFO, isServiceError, ServiceError, toServiceError } from './service-error.ts'

test('[ERR-1] [ENT-4] an error is serialized with name, number, description, path and details', () => {
  const details = [{ '@type': ERROR_INFO, domain: 'awan', resource_id: 'r1' }]
  const error = new ServiceError('invalid_grant', {
    description: 'the token was used before',
    uri: '/v1/auth/token',
    details,
  })
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    error: 'invalid_grant',
    error_code: 4126,
    error_description: 'the token was used before',
    error_uri: '/v1/auth/token',
    details,
  })
})

test('[ENT-6] [ENT-7] [ENT-8] error details are read unchanged from the wire', () => {
  const details = [
    { '@type': ERROR_INFO, domain: 'awan', metadata: { two_factor_token: 't' } },
    { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', message: 'Hello' },
    { '@type': 'other', resource_id: 'r1' },
  ]
  expect(toServiceError({ error: 'two_factor_required', details }).details).toEqual(details)
})

test('[ENT-5] the requested path replaces the one in the answer', () => {
  const body = { error: 'not_found', error_uri: '/elsewhere' }
  expect(toServiceError(body, '/v1/user/me').uri).toBe('/v1/user/me')
  expect(toServiceError(body).uri).toBe('/elsewhere')
})

test('an error without a description uses its name', () => {
  expect(new ServiceError('aborted').description).toBe('aborted')
  expect(toServiceError({ error: 'aborted', error_description: '' }).description).toBe('aborted')
})

test('[ENT-4] the number of an error is kept as it came, and is that of the catalogue if none came', () => {
  const came = toServiceError({ error: 'captcha_invalid', error_code: 9 })
  expect(came).toMatchObject({ error: 'captcha_invalid', wireName: 'captcha_invalid', code: 9 })
  expect(came.toJSON()).toMatchObject({ error: 'captcha_invalid', error_code: 9 })
  expect(toServiceError({ error: 'captcha_invalid' }).code).toBe(4002)
  expect(toServiceError({ error: 'captcha_invalid', error_code: '9' } as never).code).toBe(4002)
})

test('an error name missing from the catalogue becomes unknown and keeps its own name and number', () => {
  const body = { error: 'moon_phase', error_code: 7777, error_description: 'not tonight' }
  const error = toServiceError(body)
  expect(error.error).toBe('unknown')
  expect(error.message).toBe('moon_phase: not tonight')
  expect(error.toJSON()).toMatchObject(body)
})

test('[ERR-9] a failure never has the number 0', () => {
  expect(toServiceError({ error: 'odd', error_code: 0 }).code).toBe(2)
  expect(toServiceError({ error: 'not_found', error_code: 0 }).code).toBe(5)
})

test.each([
  [{}],
  [{ error: null }],
  [{ error: {}, error_code: '16', error_description: 5, error_uri: 7, details: 'x' }],
  [{ error: 'unknown', details: [null, 'x', 3, []] }],
])('an error object with fields of the wrong type is still an error: %j', (body) => {
  const error = toServiceError(body as never)
  expect(error.toJSON()).toEqual({
    error: 'unknown',
    error_code: 2,
    error_description: 'unknown',
    details: [],
  })
})

test('the cause is kept and not serialized', () => {
  const cause = new Error('disk full')
  const error = new ServiceError('internal', { cause })
  expect(error.cause).toBe(cause)
  expect(JSON.stringify(error)).not.toContain('disk full')
})

test('the request id and retry time that a client sets on an error are not serialized', () => {
  const error = new ServiceError('resource_exhausted')
  expect([error.requestId, error.retryAfterMs]).toEqual([undefined, undefined])
  error.requestId = 'r1'
  error.retryAfterMs = 5000
  expect(error.toJSON()).toEqual(new ServiceError('resource_exhausted').toJSON())
})

test('isServiceError checks the class and the given names', () => {
  const error: unknown = new ServiceError('invalid_grant')
  expect(isServiceError(error)).toBe(true)
  expect(isServiceError(error, 'unauthenticated', 'invalid_grant')).toBe(true)
  expect(isServiceError(error, 'unauthenticated')).toBe(false)
  expect(isServiceError(new Error('invalid_grant'), 'invalid_grant')).toBe(false)
})
