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

test('[REQ-12] [REQ-13] a body with an error field is a failure of the request path at any status', () => {
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

test.each(['""', 'null', '0', 'false', '{}', '[]', '{"code":"invalid_grant"}'])(
  '[REQ-12] a body with an error field is a failure for any value of it: %s',
  (value) => {
    expect(failure(200, `{"access_token":"a","error":${value}}`)).toMatchObject({
      error: 'unknown',
      uri: PATH,
    })
  },
)

test('[REQ-12] an error inherited through __proto__ is not an error of the body', () => {
  expect(
    interpretAnswer({ status: 200, text: '{"__proto__":{"error":"internal"}}' }, PATH),
  ).toEqual(JSON.parse('{"__proto__":{"error":"internal"}}'))
})

test('a JSON error of a gateway means that the server is unreachable', () => {
  const text = '{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}'
  expect(failure(503, text)).toMatchObject({ error: 'unreachable', status: 503 })
  expect(failure(503, '{"error":"unavailable"}').error).toBe('unavailable')
})

test('a redirect is refused, even with a valid body', () => {
  for (const status of [0, 301, 302, 303, 307, 308]) {
    expect(failure(status, '{"access_token":"a"}')).toMatchObject({
      error: 'unreachable',
      description: `redirect refused (HTTP ${status})`,
      uri: PATH,
    })
  }
})

test('an error keeps the Retry-After time', () => {
  const answer = { status: 429, text: '{"error":"resource_exhausted"}', retryAfterMs: 5000 }
  expect(() => interpretAnswer(answer, PATH)).toThrow(
    expect.objectContaining({ error: 'resource_exhausted', retryAfterMs: 5000 }),
  )
})

test('an error missing from the catalogue becomes unknown and keeps its name', () => {
  expect(failure(400, '{"error":"brand_new","error_description":"x"}')).toMatchObject({
    error: 'unknown',
    wireName: 'brand_new',
  })
})

test('[REQ-11] an empty, incomplete or foreign body is a typed error', () => {
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
  expect(failure(413, '<html>Too large</html>')).toMatchObject({
    error: 'invalid_argument',
    status: 413,
  })
  expect(failure(200, '{').uri).toBe(PATH)
})

test('a 401 from a proxy is not taken for unauthenticated', () => {
  expect(failure(401, '<html>proxy login</html>').error).toBe('unknown')
  expect(failure(401, '{"message":"no"}').error).toBe('unknown')
})
