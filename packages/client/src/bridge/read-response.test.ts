import { expect, test } from 'vitest'
import { readResponse } from './read-response.ts'

const nameless = { id: undefined, eventId: undefined }

test('[BRG-23] only a JSON string is read as a response', () => {
  const response = { id: 'a', type: 'normal', event_id: 'e', params: { sub: 'x' } }
  expect(readResponse(JSON.stringify(response))).toEqual({
    id: 'a',
    eventId: 'e',
    type: 'normal',
    params: { sub: 'x' },
    hasParams: true,
  })
  expect(readResponse(response)).toMatchObject({ error: { description: 'parse error' } })
})

test('[BRG-24] a response with an error field is a failure', () => {
  const response = readResponse(
    '{"id":"a","type":"normal","event_id":"e","error":"permission_denied","error_description":"not here"}',
  )
  expect(response).toMatchObject({
    id: 'a',
    eventId: 'e',
    type: 'failure',
    error: { error: 'permission_denied', description: 'not here' },
  })
})

test('[BRG-24] an unknown error keeps its name and number', () => {
  expect(readResponse('{"error":"shell_is_sad","error_code":77}')).toMatchObject({
    error: { error: 'unknown', wireName: 'shell_is_sad', code: 77 },
  })
  expect(readResponse('{"error":{"__proto__":null}}')).toMatchObject({ error: { code: 2 } })
})

test.each(['""', '0', 'false', '{}'])('[BRG-24] an error field of %s is an error', (error) => {
  expect(readResponse(`{"error":${error},"type":"normal","event_id":"e"}`)).toMatchObject({
    type: 'failure',
    error: { error: 'unknown' },
  })
})

test('an error field of null is no error', () => {
  expect(readResponse('{"error":null,"type":"normal","event_id":"e"}').type).toBe('normal')
})

test.each(['"other"', '"Normal"', '"toString"', 'null', '7', '["normal"]', '{}'])(
  '[BRG-27] a response of type %s gives the local error response format error',
  (type) => {
    expect(readResponse(`{"id":"a","type":${type}}`)).toMatchObject({
      id: 'a',
      type: 'failure',
      error: { error: 'local', code: 8001, description: 'response format error' },
    })
  },
)

test.each(['{}', 'null', 'true', '7', '"normal"', '[]', '[{"type":"normal"}]'])(
  '[BRG-27] JSON that is not a response gives response format error: %s',
  (text) => {
    expect(readResponse(text)).toMatchObject({
      ...nameless,
      error: { error: 'local', description: 'response format error' },
    })
  },
)

test.each(['', 'hello', '{"id":"a"', '<html>', "{'id':1}", '[object Object]', '['.repeat(1e5)])(
  '[BRG-28] a text that is not JSON gives the local error parse error: case %#',
  (text) => {
    expect(readResponse(text)).toMatchObject({
      ...nameless,
      type: 'failure',
      error: { error: 'local', code: 8001, description: 'parse error' },
    })
  },
)

test.each([7, true, {}, [], Symbol('x'), () => '{}', new Map(), undefined, null])(
  '[BRG-23] [BRG-28] a value that is not a string gives parse error: case %#',
  (value) => {
    expect(readResponse(value)).toMatchObject({ error: { description: 'parse error' } })
  },
)

test('parse errors do not contain the text that was read', () => {
  const response = readResponse('{"type":"normal","params":{"access_token":"very-secret"}')
  if (response.type !== 'failure') throw new Error('half a text was read')
  const { message, description, cause, details } = response.error
  expect(JSON.stringify([message, description, String(cause), details])).not.toContain('secret')
})

test('keys that could change a prototype are dropped at every depth', () => {
  const text = '{"type":"listen","__proto__":{"id":"x"},"params":{"a":{"__proto__":{"b":1},"c":2}}}'
  const response = readResponse(text)
  expect(response.id).toBeUndefined()
  if (response.type !== 'listen') throw new Error('it was not read')
  const { a } = response.params as { a: object }
  expect(Object.getOwnPropertyNames(a)).toEqual(['c'])
  expect(Object.assign({}, a)).not.toHaveProperty('b')
})

test.each(['7', 'null', '""', '{}', '[]', JSON.stringify('x'.repeat(257))])(
  'an invalid id counts as absent: case %#',
  (id) => {
    expect(readResponse(`{"id":${id},"event_id":${id},"type":"normal"}`)).toMatchObject(nameless)
  },
)
