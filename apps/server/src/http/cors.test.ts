import { Readable } from 'node:stream'
import { headers } from '@awan/protocol'
import { downloadByLink, tusHeaders } from '@awan/protocol/drive'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { route } from './route.ts'
import { createTestHttp } from './testing.ts'

const APP = 'https://app.example.org'
let app: ReturnType<typeof createTestHttp>

beforeEach(() => {
  app = createTestHttp({ allowedOrigins: [APP, 'http://localhost:5173'] })
})

afterEach(async () => {
  await app.close()
})

function corsHeadersOf(answer: { headers: Record<string, unknown> }): string[] {
  return Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
}

const preflight = (url: string, origin: string = APP) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': 'POST' },
  })

test('a preflight of an allowed origin permits every header that the client sends', async () => {
  const answer = await preflight('/v1/test/greet')
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': APP,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': '600',
    vary: 'Origin',
  })
  const allowed = String(answer.headers['access-control-allow-headers']).split(', ')
  expect(allowed).toEqual(
    expect.arrayContaining([
      ...Object.values(headers),
      ...Object.values(tusHeaders),
      'authorization',
      'content-type',
      'accept-language',
      'range',
      'if-match',
    ]),
  )
})

test('an answer to an allowed origin has CORS headers and varies by origin', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/test/greet',
    headers: { origin: APP },
    payload: '{"name":"Ana"}',
  })
  expect(answer.json()).toEqual({ text: 'Hello Ana' })
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': APP, vary: 'Origin' })
  const read = ['Date', 'Retry-After', 'ETag', 'Content-Range', 'Content-Disposition', 'Location']
  for (const name of [...read, tusHeaders.offset, tusHeaders.fileId]) {
    expect(answer.headers['access-control-expose-headers']).toContain(name)
  }
  expect(answer.headers['access-control-expose-headers']).toContain('x-request-id')
})

test('credentials are never allowed', async () => {
  for (const answer of [await preflight('/v1/test/greet'), await app.inject('/health/live')]) {
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  }
})

test.each([
  [401, { url: '/v1/test/things/1' }],
  [403, { url: '/v1/test/things/1', headers: { authorization: 'Bearer poor' } }],
  [400, { method: 'POST', url: '/v1/test/greet', payload: '{"name":' }],
  [404, { url: '/v1/nothing' }],
  [405, { method: 'DELETE', url: '/v1/test/greet' }],
  [413, { method: 'POST', url: '/v1/test/greet', payload: 'x'.repeat(1024 * 1024 + 1) }],
  [500, { method: 'POST', url: '/v1/test/fail' }],
] as const)('an error %i can be read by a page of an allowed origin', async (status, request) => {
  const given = 'headers' in request ? request.headers : {}
  const answer = await app.inject({ ...request, headers: { ...given, origin: APP } })
  expect(answer.statusCode).toBe(status)
  expect(answer.json().error).toEqual(expect.any(String))
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': APP, vary: 'Origin' })
})

test('a page of an allowed origin gets retry-after with 429', async () => {
  const call = () => app.inject({ method: 'POST', url: '/v1/test/rare', headers: { origin: APP } })
  await call()
  const refused = await call()
  expect(refused.statusCode).toBe(429)
  expect(refused.headers).toMatchObject({ 'access-control-allow-origin': APP, 'retry-after': '60' })
})

test.each([
  'https://evil.example.org',
  'https://app.example.org.evil.example',
  'http://app.example.org',
  'https://app.example.org:8443',
  'https://APP.example.org',
  'null',
  '*',
])('the origin %s gets no CORS headers, not even in a preflight', async (origin) => {
  const answer = await app.inject({ url: '/health/live', headers: { origin } })
  expect(answer.statusCode).toBe(200)
  expect(corsHeadersOf(answer)).toEqual([])
  const refused = await preflight('/v1/test/greet', origin)
  expect(refused.statusCode).toBe(405)
  expect(corsHeadersOf(refused)).toEqual([])
  // A cache must not give this answer to the page that may read it.
  expect(answer.headers.vary).toBe('Origin')
})

test('an allowed origin may read the health endpoints, but not the pages for the operator', async () => {
  const ask = (url: string) => app.inject({ url, headers: { origin: APP } })
  for (const url of ['/health/live', '/health/ready', '/openapi.json']) {
    expect(corsHeadersOf(await ask(url))).toContain('access-control-allow-origin')
  }
  for (const url of ['/metrics', '/docs/api', '/dev/outbox', '/', '/v1x']) {
    expect(corsHeadersOf(await ask(url))).toEqual([])
    expect(corsHeadersOf(await preflight(url))).toEqual([])
  }
})

test('an allowed origin may read a range of a download by link', async () => {
  const part = { 'content-range': 'bytes 0-2/9', vary: 'accept-encoding' }
  await using server = createTestHttp({
    allowedOrigins: [APP],
    routes: [
      route(downloadByLink, {}, async ({ reply }) =>
        reply
          .code(206)
          .headers(part)
          .send(Readable.from(['abc'])),
      ),
    ],
  })
  const ask = (origin: string) =>
    server.inject({ url: '/drive/v1/content/link', headers: { origin, range: 'bytes=0-2' } })
  const answer = await ask(APP)
  expect([answer.statusCode, answer.body]).toEqual([206, 'abc'])
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': APP,
    vary: 'accept-encoding, Origin',
  })
  expect(corsHeadersOf(await ask('https://evil.example.org'))).toEqual([])
})

test('OPTIONS without a preflight header answers 405', async () => {
  const request = { method: 'OPTIONS', url: '/v1/test/greet', headers: { origin: APP } } as const
  expect((await app.inject(request)).statusCode).toBe(405)
})

test('without allowed origins there are no CORS headers', async () => {
  await using closed = createTestHttp()
  const answer = await closed.inject({ url: '/health/live', headers: { origin: APP } })
  expect(corsHeadersOf(answer)).toEqual([])
  expect(answer.headers.vary).toBeUndefined()
})

const NOTES = 'https://notes.example'
const standardPaths = [
  '/oauth2/token',
  '/oauth2/revoke',
  '/oauth2/userinfo',
  '/oauth2/jwks',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
]

/** A server on which one app of somebody else is registered. */
function openToNotes() {
  return createTestHttp({ isAppOrigin: async (origin) => origin === NOTES })
}

const preflightOf = (url: string, origin: string) => ({
  method: 'OPTIONS' as const,
  url,
  headers: { origin, 'access-control-request-method': 'POST' },
})

test.each(standardPaths)('a page of a registered app may call %s', async (url) => {
  await using server = openToNotes()
  const allowed = await server.inject(preflightOf(url, NOTES))
  expect(allowed.statusCode).toBe(204)
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': NOTES,
    'access-control-allow-methods': 'GET, HEAD, POST',
    vary: 'Origin',
  })
  const answer = await server.inject({ url: `${url}?x=1`, headers: { origin: NOTES } })
  expect(answer.headers['access-control-allow-origin']).toBe(NOTES)
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
})

test.each(standardPaths)('a page of an unregistered origin may not call %s', async (url) => {
  await using server = openToNotes()
  for (const origin of ['https://evil.example', `${NOTES}.evil.example`, `${NOTES}:8443`, 'null']) {
    const answer = await server.inject({ url, headers: { origin } })
    expect(corsHeadersOf(answer)).toEqual([])
    expect(answer.headers.vary).toBe('Origin')
    expect(corsHeadersOf(await server.inject(preflightOf(url, origin)))).toEqual([])
  }
})

test.each([
  '/v1/test/greet',
  '/v1/user/me',
  '/drive/v1/files',
  '/risk',
  '/health/live',
  '/openapi.json',
  '/oauth2/authorize',
  '/oauth2/end_session',
  '/oauth2/introspect',
  '/oauth2/device_authorization',
  '/oauth2/tokens',
])('a page of a registered app may not call %s', async (url) => {
  await using server = openToNotes()
  expect(corsHeadersOf(await server.inject({ url, headers: { origin: NOTES } }))).toEqual([])
  expect(corsHeadersOf(await server.inject(preflightOf(url, NOTES)))).toEqual([])
})

test('the redirect endpoints have no CORS headers even for an allowed origin', async () => {
  for (const url of ['/oauth2/authorize', '/oauth2/end_session']) {
    expect(corsHeadersOf(await app.inject({ url, headers: { origin: APP } }))).toEqual([])
  }
})
