import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { caught } from '../testing/caught.ts'
import { openLocalServer } from '../testing/local-server.ts'
import type { Call } from './call.ts'
import { openTransport } from './testing.ts'

const PATH = '/v1/user/me'
const circular: Record<string, unknown> = {}
circular.self = circular

test.each<[string, object]>([
  ['retry', { retry: Number.NaN }],
  ['retry', { retry: '2' }],
  ['retry', { retry: null }],
  ['retry', { retry: 5 }],
  ['path', { path: 'user/me' }],
  ['path', { path: null }],
  ['params', { path: '/v1/user/{id}' }],
  ['query', { query: { a: Object.create(null) } }],
  ['headers', { headers: { 'x-note': 's3cret\r\nx-admin: 1' } }],
  ['headers', { headers: { 'x note': 's3cret' } }],
  ['headers', { headers: { 'x-note': 's3cret 😀' } }],
  ['headers', { headers: 's3cret' }],
  ['headers', { headers: 7 }],
  ['signal', { signal: {} }],
  ['signal', { signal: 'now' }],
  ['signal', { signal: 0 }],
  ['signal', { signal: new AbortController() }],
  ['method', { method: 'GE T' }],
  ['method', { method: 'TRACE' }],
  ['method', { method: null }],
  ['body', { method: 'GET', body: {} }],
  ['body', { method: 'POST', body: circular }],
  ['body', { method: 'POST', body: { size: 1n } }],
  ['body', { method: 'POST', body: () => 's3cret' }],
])('an invalid %s is a local error and nothing is sent: %o', async (name, nonsense) => {
  await using server = await openLocalServer(() => ({}))
  const { transport } = openTransport([server.origin])
  const call = { path: PATH, ...nonsense } as Call
  for (const error of [await caught(transport.request(call)), await caught(transport.open(call))]) {
    expect(error).toMatchObject({ error: 'local', description: `wrong options param: ${name}` })
    expect(inspect(error)).not.toContain('s3cret')
  }
  expect(server.received).toEqual([])
})

test.each<[unknown, number]>([
  [99, 10_000],
  [-1, 10_000],
  [Number.NaN, 10_000],
  ['5000', 10_000],
  [null, 10_000],
  [{}, 10_000],
  [100, 100],
  // Timers know no longer time, and would fire at once.
  [Number.POSITIVE_INFINITY, 2_147_483_647],
  [1e12, 2_147_483_647],
])('[REQ-16] [CON-2] a timeout of %j becomes %i ms', async (timeoutMs, expectedMs) => {
  await using server = await openLocalServer(() => ({}))
  const { runtime, transport } = openTransport([server.origin])
  const call = transport.request({ path: PATH, timeoutMs: timeoutMs as number })
  await runtime.timerOf(expectedMs)
  await call
})

test('null and undefined options are ignored', async () => {
  await using server = await openLocalServer(() => ({}))
  const { transport } = openTransport([server.origin])
  const call = { path: PATH, signal: null, headers: undefined, query: undefined, body: undefined }
  expect(await transport.request(call as unknown as Call)).toEqual({})
})

test('a header of the caller replaces ours, in any letter case', async () => {
  await using server = await openLocalServer(() => ({}))
  const { transport } = openTransport([server.origin])
  await transport.request({ path: PATH, headers: { 'Accept-Language': 'ms', 'X-Request-ID': 'r' } })
  expect(server.received[0]?.headers).toMatchObject({
    'accept-language': 'ms',
    'x-request-id': 'r',
  })
})

test('[REQ-3] client info is sent in headers and cannot replace the headers of every request', async () => {
  await using server = await openLocalServer(() => ({}))
  const info = () => ({ deviceName: 'PC-Chrome', deviceId: 'other', peerId: 'p ä' })
  const { transport } = openTransport([server.origin], { info })
  await transport.request({ path: PATH })
  expect(server.received[0]?.headers).toMatchObject({
    'x-device-name': 'PC-Chrome',
    'x-device-id': 'd'.repeat(32),
    'x-peer-id': 'p%20%C3%A4',
    'x-client-id': 'awan-test',
  })
})
