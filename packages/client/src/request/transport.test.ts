import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createLog, type LogEntry } from '../log/log.ts'
import { caught } from '../testing/caught.ts'
import { openLocalServer, sendError } from '../testing/local-server.ts'
import { openTransport } from './testing.ts'

const PATH = '/v1/user/me'

test('[REQ-3] [REQ-4] [CON-10] [CON-11] every request sends client, device, versions, language and request id', async () => {
  await using server = await openLocalServer(() => ({}))
  await openTransport([server.origin]).transport.request({ path: PATH })
  expect(server.received[0]?.headers).toMatchObject({
    'x-client-id': 'awan-test',
    'x-sdk-version': '8.1.4',
    'x-protocol-version': '301',
    'accept-language': 'ko',
    'x-device-id': 'd'.repeat(32),
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('[REQ-6] [REQ-8] [REQ-9] the method is GET by default, the content type is JSON, and objects are sent as JSON', async () => {
  await using server = await openLocalServer(() => ({}))
  const { transport } = openTransport([server.origin])
  await transport.request({ path: PATH, query: { id: ['1', '2'] } })
  await transport.request({ method: 'POST', path: PATH, body: { name: 'ä' } })
  await transport.request({ method: 'PATCH', path: PATH, body: '{"name":"ä"}' })
  await transport.request({ method: 'DELETE', path: PATH })
  expect(server.received.map(({ headers }) => headers['content-type'])).toEqual(
    Array.from({ length: 4 }, () => 'application/json'),
  )
  const [get, post] = server.received
  expect(get?.method).toBe('GET')
  expect(get?.query.getAll('id')).toEqual(['1', '2'])
  expect(post).toMatchObject({ method: 'POST', json: { name: 'ä' } })
  expect(post?.body.toString()).toBe('{"name":"ä"}')
})

test('[REQ-9] a text body is sent unchanged as JSON', async () => {
  await using server = await openLocalServer(() => ({}))
  const { transport } = openTransport([server.origin])
  await transport.request({ method: 'POST', path: PATH, body: '{"name":"ä"}' })
  expect(server.received[0]?.json).toEqual({ name: 'ä' })
})

test('[REQ-7] requests are made in CORS mode', async () => {
  const modes: unknown[] = []
  const fetch = async (_url: string, init: RequestInit) => {
    modes.push(init.mode)
    return new Response('{}')
  }
  await openTransport([''], { platform: { fetch } }).transport.request({ path: PATH })
  expect(modes).toEqual(['cors'])
})

test('[REQ-10] a request times out even if fetch ignores the signal', async () => {
  const platform = { fetch: () => new Promise<Response>(() => {}) }
  const { runtime, transport } = openTransport([''], { platform })
  const call = caught(transport.request({ path: PATH, retry: 0 }))
  await runtime.timerOf(10_000)
  runtime.advance(10_000)
  expect((await call).description).toBe('request timeout (10000ms)')
})

test('[REQ-10] [REQ-14] [CON-2] a server that does not answer within 10000 ms is unreachable', async () => {
  await using server = await openLocalServer(() => undefined)
  const { runtime, transport } = openTransport([server.origin])
  const call = caught(transport.request({ path: PATH, retry: 0 }))
  await server.arrived(1)
  runtime.advance(10_000)
  expect(await call).toMatchObject({
    error: 'unreachable',
    description: 'request timeout (10000ms)',
    uri: PATH,
  })
})

test('[REQ-10] an incomplete body runs into the same timeout', async () => {
  await using server = await openLocalServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"sub":')
    return undefined
  })
  const { runtime, transport } = openTransport([server.origin])
  const call = caught(transport.request({ path: PATH, retry: 0, timeoutMs: 500 }))
  await server.arrived(1)
  runtime.advance(500)
  expect(await call).toMatchObject({ error: 'unreachable', description: 'request timeout (500ms)' })
})

test('[REQ-16] a timeout below 100 ms is replaced by the default', async () => {
  await using server = await openLocalServer(() => undefined)
  const { runtime, transport } = openTransport([server.origin])
  const call = caught(transport.request({ path: PATH, retry: 0, timeoutMs: 99 }))
  await runtime.timerOf(10_000)
  runtime.advance(10_000)
  expect((await call).description).toBe('request timeout (10000ms)')
})

test('[REQ-14] a connection cut inside the body is unreachable', async () => {
  await using server = await openLocalServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"sub":', () => response.destroy())
    return undefined
  })
  const { transport } = openTransport([server.origin])
  const error = await caught(transport.request({ path: PATH, retry: 0 }))
  expect(error).toMatchObject({ error: 'unreachable', uri: PATH })
})

test('[REQ-17] [REQ-18] [REQ-20] [CON-3] after 300 ms a retry goes to the next origin with the same request id', async () => {
  await using first = await openLocalServer((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
    return undefined
  })
  await using second = await openLocalServer(() => ({ sub: 'u1' }))
  const { runtime, transport } = openTransport([first.origin, second.origin])
  const call = transport.request({ path: PATH })
  await runtime.timerOf(300)
  runtime.advance(299)
  expect(second.received).toHaveLength(0)
  runtime.advance(1)
  expect(await call).toEqual({ sub: 'u1' })
  expect(second.received[0]?.headers['x-request-id']).toBe(
    first.received[0]?.headers['x-request-id'],
  )
  // The origin that failed is not asked first again.
  await transport.request({ path: PATH })
  expect(first.received).toHaveLength(1)
})

test('[REQ-15] [CON-1] a call is retried twice by default', async () => {
  await using server = await openLocalServer((_request, response) =>
    sendError(response, 500, 'internal'),
  )
  const { runtime, transport } = openTransport([server.origin])
  const call = caught(transport.request({ path: PATH }))
  for (const _retry of [1, 2]) {
    await runtime.timerOf(300)
    runtime.advance(300)
  }
  expect((await call).error).toBe('internal')
  expect(server.received).toHaveLength(3)
})

test('[REQ-17] other errors are not retried', async () => {
  await using server = await openLocalServer((_request, response) =>
    sendError(response, 404, 'not_found'),
  )
  const { transport } = openTransport([server.origin])
  expect(await caught(transport.request({ path: PATH }))).toMatchObject({
    error: 'not_found',
    uri: PATH,
  })
  expect(server.received).toHaveLength(1)
})

test('[REQ-15] [ERR-8] a retry count outside 0 to 4 is a local error and nothing is sent', async () => {
  await using server = await openLocalServer(() => ({}))
  const { transport } = openTransport([server.origin])
  for (const retry of [-1, 5, Number.NaN, '2' as unknown as number]) {
    const error = await caught(transport.request({ path: PATH, retry }))
    expect(error).toMatchObject({ error: 'local', description: 'wrong options param: retry' })
  }
  await transport.request({ path: PATH, retry: 4 })
  expect(server.received).toHaveLength(1)
})

test('a caller can cancel while waiting for the answer and while waiting for a retry', async () => {
  await using silent = await openLocalServer(() => undefined)
  await using failing = await openLocalServer((_request, response) =>
    sendError(response, 500, 'internal'),
  )
  const waiting = new AbortController()
  const one = caught(
    openTransport([silent.origin]).transport.request({ path: PATH, signal: waiting.signal }),
  )
  await silent.arrived(1)
  waiting.abort()
  expect((await one).error).toBe('cancelled')

  const retrying = new AbortController()
  const { runtime, transport } = openTransport([failing.origin])
  const two = caught(transport.request({ path: PATH, signal: retrying.signal }))
  await runtime.timerOf(300)
  retrying.abort()
  expect((await two).error).toBe('cancelled')
  expect(failing.received).toHaveLength(1)
})

test('a byte answer is returned as a response, and its error is read as JSON', async () => {
  await using server = await openLocalServer((request, response) => {
    if (request.path === '/missing') sendError(response, 404, 'not_found')
    else response.writeHead(206).end('abc')
    return undefined
  })
  const { transport } = openTransport([server.origin])
  const response = await transport.open({ path: '/content' })
  expect([response.status, await response.text()]).toEqual([206, 'abc'])
  expect((await caught(transport.open({ path: '/missing' }))).error).toBe('not_found')
})

test('[REQ-18] when an origin dies during a request, the next one is used', async () => {
  await using first = await openLocalServer(() => undefined)
  await using second = await openLocalServer(() => ({ sub: 'u1' }))
  const { runtime, transport } = openTransport([first.origin, second.origin])
  const call = transport.request({ path: PATH })
  await first.arrived(1)
  await first[Symbol.asyncDispose]()
  await runtime.timerOf(300)
  runtime.advance(300)
  expect(await call).toEqual({ sub: 'u1' })
})

test('[REQ-2] [REQ-18] a full URL is retried at the same address, and the current origin is kept', async () => {
  await using own = await openLocalServer(() => ({}))
  await using other = await openLocalServer((_request, response) =>
    sendError(response, 500, 'internal'),
  )
  const { runtime, transport } = openTransport([own.origin, other.origin])
  const call = caught(transport.request({ path: `${other.origin}/list?page=2`, retry: 1 }))
  await runtime.timerOf(300)
  runtime.advance(300)
  expect(await call).toMatchObject({ error: 'internal', uri: '/list' })
  expect(other.received.map(({ query }) => query.get('page'))).toEqual(['2', '2'])
  await transport.request({ path: PATH })
  expect(own.received).toHaveLength(1)
})

test('[REQ-5] neither access token nor sudo token is sent to a foreign origin', async () => {
  await using own = await openLocalServer(() => ({}))
  await using foreign = await openLocalServer(() => ({}))
  const { transport } = openTransport([own.origin])
  const path = `${foreign.origin}/v1/x`
  for (const name of ['authorization', 'Authorization', 'X-Sudo-Token']) {
    const call = { path, auth: true, headers: { [name]: 'Bearer secret' } }
    const error = await caught(transport.request(call))
    expect(error).toMatchObject({ error: 'local', description: 'wrong options param: auth' })
    expect(await caught(transport.open(call))).toMatchObject({ error: 'local' })
  }
  await transport.request({ path })
  expect(foreign.received).toHaveLength(1)
  await transport.request({ path: `${own.origin}/v1/x`, headers: { authorization: 'Bearer a' } })
  expect(own.received[0]?.headers.authorization).toBe('Bearer a')
})

test('a redirect of a call is not followed', async () => {
  await using elsewhere = await openLocalServer(() => ({ sub: 'stranger' }))
  await using server = await openLocalServer((_request, response) => {
    response.writeHead(307, { location: `${elsewhere.origin}/v1/auth/signin` }).end()
    return undefined
  })
  const { transport } = openTransport([server.origin])
  const call = { method: 'POST', path: PATH, body: { password: 'secret' }, retry: 0 }
  expect(await caught(transport.request(call))).toMatchObject({
    error: 'unreachable',
    description: 'redirect refused (HTTP 307)',
    uri: PATH,
  })
  expect(elsewhere.received).toEqual([])
})

test('a download follows a redirect without sending the token', async () => {
  await using elsewhere = await openLocalServer((_request, response) => void response.end('abc'))
  await using server = await openLocalServer((_request, response) => {
    response.writeHead(302, { location: `${elsewhere.origin}/blob` }).end()
    return undefined
  })
  const { transport } = openTransport([server.origin])
  const headers = { authorization: 'Bearer secret' }
  const response = await transport.open({ path: '/content', headers })
  expect(await response.text()).toBe('abc')
  expect(server.received[0]?.headers.authorization).toBe('Bearer secret')
  expect(elsewhere.received[0]?.headers.authorization).toBeUndefined()
})

test('each attempt is logged without its query, and a change of origin is logged as a warning', async () => {
  await using first = await openLocalServer((_request, response) =>
    sendError(response, 500, 'internal'),
  )
  await using second = await openLocalServer(() => ({}))
  const entries: LogEntry[] = []
  const log = createLog({ level: 'all', write: (entry) => entries.push(entry) })
  const { runtime, transport } = openTransport([first.origin, second.origin], { log })
  const call = transport.request({
    path: '/v1/things/{link}',
    params: { link: 's3cret-link' },
    query: { token: 's3cret-query' },
    headers: { authorization: 'Bearer s3cret-token' },
    requestId: 'r1',
  })
  await runtime.timerOf(300)
  runtime.advance(300)
  await call
  const fields = { method: 'GET', path: '/v1/things/{link}', requestId: 'r1', ms: 0 }
  expect(entries).toEqual([
    {
      level: 'warn',
      message: 'an origin failed, trying the next one',
      fields: { origin: first.origin, error: 'internal' },
    },
    {
      level: 'debug',
      message: 'request',
      fields: { ...fields, status: 500, origin: first.origin },
    },
    {
      level: 'debug',
      message: 'request',
      fields: { ...fields, status: 200, origin: second.origin },
    },
  ])
  expect(JSON.stringify(entries)).not.toContain('s3cret')
})

test('the server time is read from answers of our own origins only', async () => {
  const now = () => Date.UTC(2026, 10, 1, 12)
  await using server = await openLocalServer(
    (request, response) =>
      request.path === '/missing' ? sendError(response, 404, 'not_found') : {},
    { now },
  )
  await using silent = await openLocalServer(() => ({}))
  await using foreign = await openLocalServer(() => ({}), { now })
  const told: unknown[] = []
  const onAnswer = (answer: unknown) => told.push(answer)
  const { runtime, transport } = openTransport([server.origin, silent.origin], { onAnswer })
  await transport.request({ path: PATH })
  await caught(transport.request({ path: '/missing' }))
  await transport.request({ path: `${silent.origin}/x` })
  await transport.request({ path: `${foreign.origin}/x` })
  const at = { sentAtMs: runtime.now(), receivedAtMs: runtime.now() }
  const date = 'Sun, 01 Nov 2026 12:00:00 GMT'
  expect(told).toEqual([
    { date, ...at },
    { date, ...at },
    { date: null, ...at },
  ])
})

test('the error for an address that cannot be parsed does not contain its query', async () => {
  const { transport } = openTransport([''])
  const error = await caught(
    transport.request({ path: PATH, query: { token: 's3cret' }, retry: 0 }),
  )
  expect(error.error).toBe('unreachable')
  expect(inspect(error)).not.toContain('s3cret')
})
