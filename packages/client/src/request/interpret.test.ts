import type { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { interpretAnswer } from './interpret.ts'

const PATH = '/v1/user/me'

function failure(status: number, text: string): ServiceError {
  try {
    interpretAnswer({ status, text }, PATH)
  } catch (error) {
    return error as ServiceError
  }
  throw new Error('it was taken for a success')
}

test('[REQ-11] a JSON object is a success', () => {
  expect(interpretAnswer({ status: 200, text: '{"sub":"u1"}' }, PATH)).toEqual({ sub: 'u1' })
})

test('[REQ-12] [REQ-13] a body that carries error is a failure of the request path, whatever its status', () => {
  for (const status of [200, 400, 401, 500]) {
    const error = failure(
      status,
      '{"error":"invalid_grant","error_code":4126,"error_description":"old","error_uri":"/elsewhere"}',
    )
    expect(error).toMatchObject({
      error: 'invalid_grant',
      code: 4126,
      description: 'old',
      uri: PATH,
    })
  }
})

test('an error that this build does not know is unknown and keeps its name', () => {
  expect(failure(400, '{"error":"brand_new","error_description":"x"}')).toMatchObject({
    error: 'unknown',
    wireName: 'brand_new',
  })
})

test('[REQ-11] an empty, half or foreign body is a typed error', () => {
  expect(failure(200, '').error).toBe('internal')
  expect(failure(200, '{"sub":"u').error).toBe('internal')
  expect(failure(200, '"text"').error).toBe('internal')
  expect(failure(200, '[]').error).toBe('internal')
  expect(failure(200, '<!doctype html><title>Sign in to the hotel</title>').error).toBe(
    'unreachable',
  )
  expect(failure(500, 'oops').error).toBe('internal')
  expect(failure(502, '<html>Bad gateway</html>').error).toBe('unreachable')
  expect(failure(503, '').error).toBe('unreachable')
  expect(failure(429, 'slow down').error).toBe('resource_exhausted')
  expect(failure(200, '{').uri).toBe(PATH)
})

test('a stranger between client and server never gets to say unauthenticated', () => {
  expect(failure(401, '<html>proxy login</html>').error).toBe('unknown')
  expect(failure(401, '{"message":"no"}').error).toBe('unknown')
})
