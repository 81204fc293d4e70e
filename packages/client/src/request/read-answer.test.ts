import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { caught } from '../testing/caught.ts'
import { openLocalServer } from '../testing/local-server.ts'
import { MAX_ANSWER_LENGTH } from './read-answer.ts'
import { openTransport } from './testing.ts'

const PATH = '/v1/user/me'
const HTML = { 'content-type': 'text/html' }

/** What a call makes of an answer that is written like this. */
async function ask(write: (response: ServerResponse) => void, startMs?: number) {
  await using server = await openLocalServer((_request, response) => void write(response))
  const platform = startMs === undefined ? {} : { startMs }
  const { transport } = openTransport([server.origin], { platform })
  return await transport.request({ path: PATH, retry: 0 })
}

test.each<[string, (response: ServerResponse) => void, object]>([
  [
    'a page of a captive portal',
    (response) => response.writeHead(200, HTML).end('<!doctype html><title>Hotel</title>'),
    { error: 'unreachable', description: 'parse error (HTTP 200)' },
  ],
  ['an empty body', (response) => response.end(), { error: 'internal', status: 200 }],
  ['no body at all', (response) => response.writeHead(204).end(), { error: 'internal' }],
  [
    'half a body that says it is whole',
    (response) => response.end('{"sub":"u'),
    { error: 'internal', description: 'parse error (HTTP 200)' },
  ],
  [
    'half a body without the end of its last chunk',
    (response) => response.write('{"sub":"u1"}', () => response.destroy()),
    { error: 'unreachable', description: 'request timeout (10000ms)' },
  ],
  [
    'a list',
    (response) => response.end('[{"sub":"u1"}]'),
    { error: 'internal', description: 'response format error (HTTP 200)' },
  ],
  ['an empty error', (response) => response.end('{"sub":"u1","error":""}'), { error: 'unknown' }],
  ['an error in numbers', (response) => response.end('{"error":16}'), { error: 'unknown' }],
  [
    'the 413 of a proxy',
    (response) => response.writeHead(413, HTML).end('<html>413 Request Entity Too Large</html>'),
    { error: 'invalid_argument', status: 413 },
  ],
  [
    'a 429 with seconds',
    (response) => response.writeHead(429, { 'retry-after': '7' }).end('slow down'),
    { error: 'resource_exhausted', status: 429, retryAfterMs: 7000 },
  ],
  [
    'a 429 of our own',
    (response) =>
      response.writeHead(429, { 'retry-after': '7' }).end('{"error":"resource_exhausted"}'),
    { error: 'resource_exhausted', retryAfterMs: 7000 },
  ],
  [
    'a 500 without JSON',
    (response) => response.writeHead(500).end('oops'),
    { error: 'internal', status: 500, retryAfterMs: undefined },
  ],
  [
    'a 502 in HTML',
    (response) => response.writeHead(502, HTML).end('<html>Bad gateway</html>'),
    { error: 'unreachable', status: 502 },
  ],
  ['a 503 without a word', (response) => response.writeHead(503).end(), { error: 'unreachable' }],
])('[REQ-11] %s gives a typed error with the request path', async (_what, write, expected) => {
  expect(await caught(ask(write))).toMatchObject({ uri: PATH, ...expected })
})

test('a date in Retry-After is converted to the time from now', async () => {
  const headers = { 'retry-after': 'Sun, 01 Nov 2026 12:02:00 GMT' }
  const call = ask((response) => response.writeHead(503, headers).end(), Date.UTC(2026, 10, 1, 12))
  expect((await caught(call)).retryAfterMs).toBe(120_000)
})

test('an answer with a byte order mark and split characters is read', async () => {
  const bytes = Buffer.from('\ufeff{"name":"\u{1F600}"}')
  const call = ask((response) => {
    response.write(bytes.subarray(0, 14), () => response.end(bytes.subarray(14)))
  })
  expect(await call).toEqual({ name: '\u{1F600}' })
})

test('an endless answer is cut off, and its connection is closed', async () => {
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  const closed = Promise.withResolvers<void>()
  await using server = await openLocalServer((_request, response) => {
    response.on('close', closed.resolve).write('{"sub":"')
    const more = () => void (response.writable && response.write(chunk, more))
    more()
  })
  const { transport } = openTransport([server.origin])
  const call = caught(transport.request({ path: PATH, retry: 0 }))
  expect(await call).toMatchObject({ error: 'internal', uri: PATH })
  await closed.promise
})

test('an answer just below the size limit is read', async () => {
  const text = 'x'.repeat(MAX_ANSWER_LENGTH - 100)
  expect(await ask((response) => response.end(JSON.stringify({ text })))).toEqual({ text })
})
