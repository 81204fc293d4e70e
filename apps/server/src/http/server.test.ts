import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { defineEndpoint, headers, MAX_REQUEST_BYTES } from '@awan/protocol'
import { catalogue, type ErrorName } from '@awan/protocol/errors'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addDevOutbox } from './dev-outbox.ts'
import { EncodedJson } from './encoded-json.ts'
import { route } from './route.ts'
import { createTestHttp } from './testing.ts'

let app: ReturnType<typeof createTestHttp>

beforeEach(() => {
  app = createTestHttp()
})

afterEach(async () => {
  await app.close()
})

const json = { 'content-type': 'application/json' }

function expectError(
  answer: { statusCode: number; json(): unknown },
  name: ErrorName,
  status: number = catalogue[name].status,
): void {
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ error: name, error_code: catalogue[name].code })
  expect(JSON.stringify(answer.json())).not.toMatch(/node_modules|at .*\.ts/)
}

describe('a request body', () => {
  const greet = (payload: string | Buffer, type: Record<string, string> = json) =>
    app.inject({ method: 'POST', url: '/v1/test/greet', headers: type, payload })

  test('a body is read as JSON with any content type', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'image/png',
      'json',
      'application/json; charset',
      'application/json, text/plain',
      ';;=',
      ' ',
    ]) {
      const answer = await greet('{"name":"Ana"}', { 'content-type': type })
      expect(answer.json()).toEqual({ text: 'Hello Ana' })
    }
    expect((await greet('{"name":"Ana"}', {})).json()).toEqual({ text: 'Hello Ana' })
  })

  test('a body may be a form if the endpoint accepts one', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/test/form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=Ana%20Maria',
    })
    expect(answer.json()).toEqual({ text: 'Hello Ana Maria' })
  })

  test('a body with unknown fields is accepted', async () => {
    expect((await greet('{"name":"Ana","admin":true,"__proto__":{"name":"x"}}')).statusCode).toBe(
      200,
    )
  })

  test.each([
    ['a wrong type', '{"name":5}'],
    ['a missing field', '{}'],
    ['no body at all', ''],
    ['an over-long string', `{"name":"${'x'.repeat(21)}"}`],
    ['a number out of its range', '{"name":"Ana","times":4}'],
    ['bad JSON', '{"name":'],
    ['a JSON array', '[1]'],
    ['a bare value', '"Ana"'],
    ['null', 'null'],
  ])('a body with %s answers invalid_argument', async (_what, payload) => {
    expectError(await greet(payload), 'invalid_argument')
  })

  test('a body that is not UTF-8 answers invalid_argument', async () => {
    expectError(await greet(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), 'invalid_argument')
  })

  test('the error details name each wrong field of a body', async () => {
    const answer = await greet('{"name":5,"times":"x"}')
    expect(answer.json().details.map((detail: { metadata: unknown }) => detail.metadata)).toEqual([
      { field: 'body.name' },
      { field: 'body.times' },
    ])
  })

  test('a body beyond the size limit answers 413', async () => {
    expectError(await greet(`{"name":"${'x'.repeat(1024 * 1024)}"}`), 'invalid_argument', 413)
  })

  test('a body of raw bytes is streamed and not parsed', async () => {
    const answer = await app.inject({
      method: 'PUT',
      url: '/v1/test/bytes',
      headers: json,
      payload: Buffer.alloc(3_000_000),
    })
    expect(answer.json()).toEqual({ length: 3_000_000 })
  })

  test('a body of raw bytes with too large a content-length is refused before it is sent', async () => {
    const answer = await app.inject({
      method: 'PUT',
      url: '/v1/test/bytes',
      headers: { 'content-length': String(MAX_REQUEST_BYTES + 1) },
    })
    expectError(answer, 'invalid_argument', 413)
  })
})

describe('a request path', () => {
  test('an unknown path answers not_found', async () => {
    expectError(await app.inject('/v1/nothing'), 'not_found')
    expectError(await app.inject({ method: 'POST', url: '/nowhere' }), 'not_found')
  })

  test('a wrong method answers 405 with the allowed methods', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/v1/test/greet' })
    expectError(answer, 'unimplemented', 405)
    expect(answer.headers.allow).toBe('POST')
  })

  test('a path that cannot be decoded answers invalid_argument', async () => {
    expectError(await app.inject('/v1/test/things/%zz'), 'invalid_argument')
  })

  test('a bad path parameter or query answers invalid_argument', async () => {
    const headers = { authorization: 'Bearer good' }
    expectError(await app.inject({ url: '/v1/test/things/123456789', headers }), 'invalid_argument')
    expectError(await app.inject({ url: '/v1/test/things/1?limit=x', headers }), 'invalid_argument')
    expectError(
      await app.inject({ url: '/v1/test/things/1?limit=1&limit=2', headers }),
      'invalid_argument',
    )
  })
})

describe('what a route requires', () => {
  const read = (authorization?: string) =>
    app.inject({ url: '/v1/test/things/1', headers: authorization ? { authorization } : {} })

  test('a route that requires a user answers unauthenticated without a valid bearer token', async () => {
    for (const given of [undefined, 'Bearer bad', 'Basic Z29vZA==', 'good']) {
      const answer = await read(given)
      expectError(answer, 'unauthenticated')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('a route for administrators answers unauthenticated without a token and permission_denied to others', async () => {
    const administer = (token?: string) =>
      app.inject({
        method: 'POST',
        url: '/v1/test/administer',
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })
    expectError(await administer(), 'unauthenticated')
    expectError(await administer('poor'), 'permission_denied')
    expect((await administer('good')).json()).toEqual({})
  })

  test('a route that requires a scope answers permission_denied to a token without it', async () => {
    expectError(await read('Bearer poor'), 'permission_denied')
    expect((await read('Bearer good')).json()).toEqual({ id: '1', limit: 5, sub: 'ana' })
  })

  test('a route that names no scope needs a token with the scope user', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/test/sensitive',
      headers: { authorization: 'Bearer poor', [headers.sudoToken]: 'sudo', ...json },
      payload: '{}',
    })
    expectError(answer, 'permission_denied')
    expect(answer.json().error_description).toBe('the token lacks the scope user')
  })

  test('a rate limit answers retry-after to the address that exceeded it, and not to others', async () => {
    const call = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/v1/test/rare', remoteAddress })
    expect((await call('192.0.2.7')).statusCode).toBe(200)
    const refused = await call('192.0.2.7')
    expectError(refused, 'resource_exhausted')
    expect(refused.headers['retry-after']).toBe('60')
    expect((await call('192.0.2.8')).statusCode).toBe(200)
    // A host of IPv6 owns a whole /64.
    expect((await call('2001:db8::1')).statusCode).toBe(200)
    expectError(await call('2001:db8::2'), 'resource_exhausted')
  })

  test('a route can require sudo and a captcha; the sudo token may be in header, query or body', async () => {
    const call = (url: string, headers: Record<string, string>, payload = '{}') =>
      app.inject({
        method: 'POST',
        url,
        headers: { authorization: 'Bearer good', ...json, ...headers },
        payload,
      })
    const url = '/v1/test/sensitive'
    const human = { [headers.captchaToken]: 'human' }
    expectError(await call(url, {}), 'captcha_required')
    expectError(await call(url, human), 'permission_denied')
    expect((await call(url, { ...human, [headers.sudoToken]: 'sudo' })).statusCode).toBe(200)
    expect((await call(`${url}?sudo_token=sudo`, human)).statusCode).toBe(200)
    expect((await call(url, human, '{"sudo_token":"sudo"}')).statusCode).toBe(200)
  })
})

describe('a response', () => {
  test('the response to an unexpected error reveals nothing about it', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/test/fail' })
    expectError(answer, 'internal')
    expect(answer.body).not.toContain('hunter2')
  })

  test("a response carries the request id, the caller's own if it is well-formed", async () => {
    const given = await app.inject({
      url: '/health/live',
      headers: { 'x-request-id': 'abcdef0123456789' },
    })
    expect(given.headers['x-request-id']).toBe('abcdef0123456789')
    const hostile = await app.inject({ url: '/health/live', headers: { 'x-request-id': 'a\tb{}' } })
    expect(hostile.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  })

  test('every response carries the security headers, errors included', async () => {
    for (const url of ['/health/live', '/v1/nothing', '/docs/api', '/v1/%ff']) {
      const { headers } = await app.inject(url)
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy.filter((rule) => rule.startsWith('script-src'))).toEqual(["script-src 'self'"])
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['permissions-policy']).toContain('microphone=()')
      expect(headers['permissions-policy']).toContain('camera=(self)')
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })

  test('a response that is encoded already is sent as it is, and checked in development', async () => {
    const ask = (server: typeof app, json: string) =>
      server.inject({ url: '/v1/test/encoded', query: { json } })
    await using production = createTestHttp({ env: 'production' })
    const sent = await ask(production, '{ "a":  1 }')
    expect(sent.body).toBe('{ "a":  1 }')
    expect(sent.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(sent.headers['content-length']).toBe('11')
    expect((await ask(app, '{ "a": 1 }')).json()).toEqual({ a: 1 })
    expectError(await ask(app, '{ "a": "one" }'), 'internal')
  })

  test('a long response is complete for a slow reader, and its memory is released', async () => {
    const made: Uint8Array[] = []
    const asked = Promise.withResolvers<void>()
    const long = defineEndpoint({
      method: 'GET',
      path: '/v1/test/long',
      summary: 'Read a lot',
      tag: 'test',
      answer: z.array(z.string()),
    })
    const routes = [
      route(long, {}, async () => {
        const encoded = new TextEncoder().encode(JSON.stringify(longAnswer(made.length)))
        made.push(encoded)
        asked.resolve()
        return new EncodedJson(encoded)
      }),
    ]
    const server = createTestHttp({ env: 'production', routes })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    await using socket = connect(port, '127.0.0.1')
    const ask = (connection: string) =>
      `GET /v1/test/long HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`
    socket.write(ask('keep-alive') + ask('keep-alive') + ask('close'))
    await asked.promise
    const answers = Buffer.concat(await socket.toArray())
      .toString()
      .split(/HTTP[^[]*\r\n\r\n/)
      .slice(1)
    expect(answers.map((answer) => JSON.parse(answer))).toEqual([0, 1, 2].map(longAnswer))
    await server.close()
    expect(made.map(({ length }) => length)).toEqual([0, 0, 0])
  })

  /** Longer than what a connection takes before somebody reads. */
  function longAnswer(number: number): string[] {
    return Array.from({ length: 100_000 }, (_, i) => `${number} ${i} ${'x'.repeat(100)}`)
  }

  test('in production a response carries strict-transport-security', async () => {
    await using production = createTestHttp({ env: 'production' })
    const { headers } = await production.inject('/health/live')
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
  })
})

describe('the log', () => {
  test('the log contains no secret of a query, header or path', async () => {
    await app.inject({
      url: '/v1/test/things/1?sudo_token=s3cret-sudo&token=s3cret-token&limit=3',
      headers: { authorization: 'Bearer s3cret-bearer', cookie: 'a=s3cret-cookie' },
    })
    await app.inject('/v1/test/links/s3cret-link?x=1')
    for (const query of [
      'sudo%5Ftoken=s3cret',
      'sudo_token%3Ds3cret',
      's3cret',
      'limit=1?s3cret=1',
    ]) {
      await app.inject(`/v1/test/things/1?${query}`)
    }
    app.log.info({ password: 's3cret', body: { refresh_token: 's3cret' } }, 'nested')
    const log = app.lines.join('')
    expect(log).not.toContain('s3cret')
    expect(log).toContain('limit=3')
  })
})

describe('the host', () => {
  const ask = (host: string, url = '/health/live', more: Record<string, string> = {}) =>
    app.inject({ url, headers: { host, ...more } })

  test('in development only localhost, names of this machine, addresses and the public name are answered', async () => {
    const here = [hostname(), `${hostname().toUpperCase()}.local:8080`]
    const addresses = ['127.0.0.1:1', '[::1]:8080', '192.168.1.5:8080', '[fd00::5]']
    for (const host of ['localhost', 'LOCALHOST:8080', 'a.localhost', ...here, ...addresses])
      expect((await ask(host)).statusCode, host).toBe(200)
    for (const host of [
      'evil.example',
      'localhost.evil.example:8080',
      '192.168.1.5.evil.example',
    ]) {
      const answer = await ask(host)
      expect([answer.statusCode, answer.json().error], host).toEqual([403, 'permission_denied'])
      expect(answer.json().error_description).toContain('AWAN_PUBLIC_URL')
    }
    await using named = createTestHttp({ publicUrl: 'http://awan.test:8080' })
    const answer = await named.inject({ url: '/health/live', headers: { host: 'awan.test:8080' } })
    expect(answer.statusCode).toBe(200)
  })

  test('in production every host is answered', async () => {
    await using open = createTestHttp({ env: 'production', publicUrl: 'https://awan.test' })
    const answer = await open.inject({ url: '/health/live', headers: { host: 'other.test' } })
    expect(answer.statusCode).toBe(200)
  })

  test('the outbox is read by no page but our own', async () => {
    addDevOutbox(app, { messages: () => [] }, { publicUrl: 'http://localhost' })
    const read = (more: Record<string, string>) => ask('localhost:8080', '/dev/outbox', more)
    expect((await read({})).statusCode).toBe(200)
    expect((await read({ origin: 'http://localhost:8080' })).statusCode).toBe(200)
    expect((await read({ origin: 'http://localhost' })).statusCode).toBe(200)
    for (const origin of ['http://evil.example', 'http://localhost:3000', 'null'])
      expect((await read({ origin })).statusCode, origin).toBe(404)
    expect((await ask('evil.example', '/dev/outbox')).statusCode).toBe(403)
  })
})

describe('a proxy', () => {
  const warnings = (lines: string[]) =>
    lines.filter((line) => line.includes('AWAN_TRUSTED_PROXIES'))

  test('a proxy that is not trusted is named once in the log', async () => {
    const pass = () =>
      app.inject({ url: '/health/live', headers: { 'x-forwarded-for': '192.0.2.1' } })
    await app.inject('/health/live')
    expect(warnings(app.lines)).toEqual([])
    await pass()
    await pass()
    expect(warnings(app.lines)).toHaveLength(1)
    expect(warnings(app.lines)[0]).toContain('127.0.0.1')
  })

  test('a trusted proxy causes no warning, also when it asks for itself', async () => {
    await using trusting = createTestHttp({ trustedProxies: ['loopback'] })
    for (const address of ['192.0.2.1', '127.0.0.1'])
      await trusting.inject({ url: '/health/live', headers: { 'x-forwarded-for': address } })
    expect(warnings(trusting.lines)).toEqual([])
    await using other = createTestHttp({ trustedProxies: ['10.0.0.1'] })
    await other.inject({ url: '/health/live', headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(warnings(other.lines)).toHaveLength(1)
  })

  test('the networks of one IPv6 site are limited together', async () => {
    const call = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/v1/test/rare', remoteAddress })
    for (let network = 0; network < 8; network++)
      expect((await call(`2001:db8:1:${network}::1`)).statusCode).toBe(200)
    expect((await call('2001:db8:1:8::1')).statusCode).toBe(429)
    expect((await call('2001:db8:2:8::1')).statusCode).toBe(200)
  })
})

describe('the request log', () => {
  test('the log line of a refused request names the error at level info, and no data of the caller', async () => {
    await app.inject({ url: '/v1/test/things/1', headers: { authorization: 'Bearer wrong' } })
    await app.inject({ method: 'POST', url: '/v1/test/greet', payload: '{"name":' })
    await app.inject('/v1/nothing')
    await app.inject({ method: 'POST', url: '/v1/test/greet', payload: '{"name":"Ana"}' })
    const lines = app.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(lines.map(({ level, status, error }) => [level, status, error])).toEqual([
      ['info', 401, 'unauthenticated'],
      ['info', 400, 'invalid_argument'],
      ['info', 404, 'not_found'],
      ['info', 200, undefined],
    ])
    expect(JSON.stringify(lines)).not.toMatch(/Ana|wrong/)
  })
})

describe('a connection', () => {
  test('a connection that does not speak HTTP gets the error object', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await talk('NONSENSE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      error: 'invalid_argument',
    })
  })

  test('a request with too long headers answers 431', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await talk(
      `GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  })

  function talk(text: string): Promise<string> {
    const { port } = app.server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.setEncoding('utf8')
      socket.on('data', (chunk: string) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  }
})

describe('stopping', () => {
  test('stopping finishes a running request and takes no new one', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(new Uint8Array(10))
        started.resolve()
        await release.promise
        controller.enqueue(new Uint8Array(5))
        controller.close()
      },
    })
    const arrived = new Promise<void>((resolve) => app.server.once('request', () => resolve()))
    const running = fetch(`${address}/v1/test/bytes`, {
      method: 'PUT',
      body,
      duplex: 'half',
    } as RequestInit)
    await Promise.all([started.promise, arrived])
    const closing = app.close()
    release.resolve()
    expect(await (await running).json()).toEqual({ length: 15 })
    await closing
    await expect(fetch(`${address}/health/live`)).rejects.toThrow()
  })

  test('stopping does not wait for a connection by which nothing was sent', {
    // Less than such a connection is given to send something.
    timeout: 40_000,
  }, async () => {
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const accepted = new Promise((resolve) => app.server.once('connection', resolve))
    const ahead = connect(Number(address.port), address.hostname)
    const closed = new Promise((resolve) => ahead.once('close', resolve))
    await accepted
    await app.close()
    await closed
  })

  test('stopping waits for the handler of a request whose sender has gone', async () => {
    const [begun, left, released] = [deferred(), deferred(), deferred()]
    let isOver = false
    const slow = defineEndpoint({
      method: 'POST',
      path: '/v1/test/slow',
      summary: 'Take long',
      tag: 'test',
      answer: z.object({}),
    })
    const other = createTestHttp({
      routes: [
        route(slow, {}, async ({ request }) => {
          request.raw.socket.once('close', () => left.resolve())
          begun.resolve()
          await released.promise
          isOver = true
          return {}
        }),
      ],
    })
    const address = await other.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const sent = fetch(`${address}${slow.path}`, { method: 'POST', signal: leaving.signal })
    await begun.promise
    leaving.abort()
    await expect(sent).rejects.toThrow()
    await left.promise
    const closing = other.close().then(() => isOver)
    await new Promise((resolve) => other.server.once('close', resolve))
    released.resolve()
    expect(await closing).toBe(true)
  })
})

const deferred = () => Promise.withResolvers<void>()
