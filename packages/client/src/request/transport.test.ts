import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import { openLocalServer, sendError } from '../testing/local-server.ts'
import { createTransport } from './transport.ts'

const PATH = '/v1/user/me'

function setUp(...origins: string[]) {
  const runtime = createMemoryRuntime()
  const transport = createTransport({
    runtime,
    origins,
    clientId: 'awan-test',
    deviceId: () => 'd'.repeat(32),
    locale: () => 'ko',
  })
  return { runtime, transport }
}

test('[REQ-3] [REQ-4] [CON-10] [CON-11] every request says who asks, with what, and in which language', async () => {
  await using server = await openLocalServer(() => ({}))
  await setUp(server.origin).transport.request({ path: PATH })
  expect(server.received[0]?.headers).toMatchObject({
    'x-client-id': 'awan-test',
    'x-sdk-version': '8.1.4',
    'x-protocol-version': '301',
    'accept-language': 'ko',
    'x-device-id': 'd'.repeat(32),
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('[REQ-6] [REQ-8] [REQ-9] the method is GET by default and objects travel as JSON', async () => {
  await using server = await openLocalServer(() => ({}))
  const { transport } = setUp(server.origin)
  await transport.request({ path: PATH, query: { id: ['1', '2'] } })
  await transport.request({ method: 'POST', path: PATH, body: { name: 'ä' } })
  const [get, post] = server.received
  expect(get).toMatchObject({ method: 'GET', headers: { 'content-type': 'application/json' } })
  expect(get?.query.getAll('id')).toEqual(['1', '2'])
  expect(post).toMatchObject({ method: 'POST', json: { name: 'ä' } })
})

test('[REQ-7] requests are made in CORS mode', async () => {
  const modes: unknown[] = []
  const runtime = createMemoryRuntime({
    fetch: async (_url, init) => {
      modes.push(init.mode)
      return new Response('{}')
    },
  })
  const options = { runtime, origins: [''], clientId: 'c', deviceId: () => 'd', locale: () => 'en' }
  await createTransport(options).request({ path: PATH })
  expect(modes).toEqual(['cors'])
})

test('[REQ-10] [REQ-14] [CON-2] a server that stays silent for 10000 ms is unreachable', async () => {
  await using server = await openLocalServer(() => undefined)
  const { runtime, transport } = setUp(server.origin)
  const call = caught(transport.request({ path: PATH, retry: 0 }))
  await server.arrived(1)
  runtime.advance(10_000)
  expect(await call).toMatchObject({
    error: 'unreachable',
    description: 'request timeout (10000ms)',
    uri: PATH,
  })
})

test('[REQ-10] a body that stops half-way runs into the same timeout', async () => {
  await using server = await openLocalServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"sub":')
    return undefined
  })
  const { runtime, transport } = setUp(server.origin)
  const call = caught(transport.request({ path: PATH, retry: 0, timeoutMs: 500 }))
  await server.arrived(1)
  runtime.advance(500)
  expect(await call).toMatchObject({ error: 'unreachable', description: 'request timeout (500ms)' })
})

test('[REQ-16] a timeout below 100 ms gives way to the default', async () => {
  await using server = await openLocalServer(() => undefined)
  const { runtime, transport } = setUp(server.origin)
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
  const { transport } = setUp(server.origin)
  const error = await caught(transport.request({ path: PATH, retry: 0 }))
  expect(error).toMatchObject({ error: 'unreachable', uri: PATH })
})

test('[REQ-17] [REQ-18] [REQ-20] [CON-3] after 300 ms a retry goes to the next origin with the same request id', async () => {
  await using first = await openLocalServer((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
    return undefined
  })
  await using second = await openLocalServer(() => ({ sub: 'u1' }))
  const { runtime, transport } = setUp(first.origin, second.origin)
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

test('[REQ-15] [CON-1] a call is repeated twice unless told otherwise', async () => {
  await using server = await openLocalServer((_request, response) =>
    sendError(response, 500, 'internal'),
  )
  const { runtime, transport } = setUp(server.origin)
  const call = caught(transport.request({ path: PATH }))
  for (const _retry of [1, 2]) {
    await runtime.timerOf(300)
    runtime.advance(300)
  }
  expect((await call).error).toBe('internal')
  expect(server.received).toHaveLength(3)
})

test('[REQ-17] an error of another kind is not repeated', async () => {
  await using server = await openLocalServer((_request, response) =>
    sendError(response, 404, 'not_found'),
  )
  const { transport } = setUp(server.origin)
  expect(await caught(transport.request({ path: PATH }))).toMatchObject({
    error: 'not_found',
    uri: PATH,
  })
  expect(server.received).toHaveLength(1)
})

test('[REQ-15] [ERR-8] a retry count outside 0 to 4 is a local error and nothing is sent', async () => {
  await using server = await openLocalServer(() => ({}))
  const { transport } = setUp(server.origin)
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
  const one = caught(setUp(silent.origin).transport.request({ path: PATH, signal: waiting.signal }))
  await silent.arrived(1)
  waiting.abort()
  expect((await one).error).toBe('cancelled')

  const retrying = new AbortController()
  const { runtime, transport } = setUp(failing.origin)
  const two = caught(transport.request({ path: PATH, signal: retrying.signal }))
  await runtime.timerOf(300)
  retrying.abort()
  expect((await two).error).toBe('cancelled')
  expect(failing.received).toHaveLength(1)
})

test('an answer in bytes is handed over while it arrives, its error is read as JSON', async () => {
  await using server = await openLocalServer((request, response) => {
    if (request.path === '/missing') sendError(response, 404, 'not_found')
    else response.writeHead(206).end('abc')
    return undefined
  })
  const { transport } = setUp(server.origin)
  const response = await transport.open({ path: '/content' })
  expect([response.status, await response.text()]).toEqual([206, 'abc'])
  expect((await caught(transport.open({ path: '/missing' }))).error).toBe('not_found')
})
