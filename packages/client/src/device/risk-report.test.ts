import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RequestFunction } from '../request/call.ts'
import { createTransport } from '../request/transport.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, openLocalServer, sendError } from '../testing/local-server.ts'
import { createDeviceIdentity } from './device-identity.ts'
import { keepIdentity } from './keep-identity.ts'
import { DEVICE_SIGN_KEY, readIdentity } from './stored-identity.ts'
import { openTestPage, type TestPageOptions } from './testing/test-page.ts'

const ALGORITHM = 'function xl_al(raw) { return "signed " + raw.length }'
const LIFETIME_MS = 604_800_000
const NOW_MS = Date.UTC(2026, 0, 1)
const DEVICE_ID = 'd'.repeat(32)
const old = { sign: `wdi10.${DEVICE_ID}${'0'.repeat(32)}`, createdAtMs: NOW_MS - LIFETIME_MS - 1 }
const signOf = (report: number) => `wdi10.${DEVICE_ID}${String(report).repeat(32)}`
const fresh = { ...old, createdAtMs: NOW_MS - LIFETIME_MS }

interface RiskServer {
  /** What `cmd=algorithm` is answered with. */
  script?: string | Handler
  report?: Handler
}

async function openRiskServer({ script = ALGORITHM, report }: RiskServer = {}) {
  let reports = 0
  const server = await openLocalServer((received, response) => {
    if (received.query.get('cmd') === 'algorithm') {
      if (typeof script === 'function') return script(received, response)
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      return undefined
    }
    reports += 1
    return report ? report(received, response) : { deviceid: signOf(reports) }
  })
  return {
    ...server,
    commands: () => server.received.map(({ query }) => query.get('cmd')),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function setUp(origins: string[], pageOptions: TestPageOptions = {}) {
  const page = openTestPage(pageOptions)
  const runtime = createMemoryRuntime({ startMs: NOW_MS, page })
  return { page, ...openTab(runtime, origins) }
}

function openTab(runtime: ReturnType<typeof createMemoryRuntime>, origins: string[]) {
  const transport = createTransport({
    runtime,
    origins,
    clientId: 'awan-test',
    deviceId: () => DEVICE_ID,
    locale: () => 'en',
  })
  const request = ((method: string, path: string, options: object) =>
    transport.request({ ...options, method, path })) as RequestFunction
  const [firstOrigin = ''] = origins
  const identity = createDeviceIdentity({
    runtime,
    request,
    firstOrigin,
    deviceId: () => DEVICE_ID,
  })
  return { runtime, transport, identity }
}

test('[DEV-7] [CAL-34] the algorithm is loaded from /risk with the time stamp before the report', async () => {
  await using server = await openRiskServer()
  const { identity, page } = setUp([server.origin])
  await identity.renew()
  expect(page.scripts).toEqual([`${server.origin}/risk?cmd=algorithm&t=${NOW_MS}`])
  expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /risk',
    'POST /risk',
  ])
  expect(server.commands()).toEqual(['algorithm', 'report'])
})

test('[DEV-8] [CAL-33] the report carries the raw value, its MD5, its sign and version 2', async () => {
  await using server = await openRiskServer()
  const { identity } = setUp([server.origin], {
    globals: {
      navigator: { userAgent: 'Agent/云', language: 'ko', platform: 'Linux x86_64' },
      screen: { width: 1920, height: 1080, colorDepth: 24 },
    },
  })
  await identity.renew()
  const { json, headers } = server.received[1] ?? {}
  const raw = String(json?.xl_fp_raw)
  expect(json).toEqual({
    xl_fp_raw: raw,
    xl_fp: createHash('md5').update(raw).digest('hex'),
    xl_fp_sign: `signed ${raw.length}`,
    version: 2,
  })
  const zone = new Date(NOW_MS).getTimezoneOffset()
  expect(Buffer.from(raw, 'base64').toString()).toBe(
    `Agent/云###ko###${zone}###Linux x86_64###1920x1080###24`,
  )
  expect(headers).toMatchObject({ 'x-client-id': 'awan-test', 'x-device-id': DEVICE_ID })
})

test('[DEV-8] a device with a sign includes it in the report', async () => {
  await using server = await openRiskServer()
  const { identity, runtime } = setUp([server.origin])
  keepIdentity(runtime, old)
  await identity.renew()
  expect(server.received[1]?.json).toMatchObject({ deviceid: old.sign })
})

test('[DEV-6] [CON-18] [DEV-8] the report cuts the user agent at 500 characters and leaves out invalid values', async () => {
  await using server = await openRiskServer()
  const { identity } = setUp([server.origin], {
    globals: { navigator: { userAgent: 'u'.repeat(1_000_000), language: { a: 1 } }, screen: null },
  })
  await identity.renew()
  const raw = Buffer.from(String(server.received[1]?.json.xl_fp_raw), 'base64').toString()
  const zone = new Date(NOW_MS).getTimezoneOffset()
  expect(raw.split('###')).toEqual(['u'.repeat(500), '', String(zone), '', 'x', ''])
})

test('[DEV-9] script and report are requested from the first origin, even when another one is in use', async () => {
  await using second = await openRiskServer()
  let isDown = true
  await using first = await openRiskServer({
    report: (_received, response) =>
      isDown ? sendError(response, 500, 'internal') : { deviceid: 'f'.repeat(64) },
  })
  const { identity, runtime, transport } = setUp([first.origin, second.origin])
  const other = transport.request({ path: '/v1/user/me' })
  await runtime.timerOf(300)
  runtime.advance(300)
  await other
  const before = second.received.length

  const renewal = identity.renew()
  await runtime.timerOf(300)
  isDown = false
  runtime.advance(300)
  expect((await renewal).sign).toBe('f'.repeat(64))
  expect(second.received).toHaveLength(before)
  expect(first.commands()).toEqual([null, 'algorithm', 'report', 'report'])
})

test('[DEV-9] an empty first origin means the page’s own origin', async () => {
  await using server = await openRiskServer()
  const { identity } = setUp(['', 'https://elsewhere.example'], {
    url: `${server.origin}/app/page`,
  })
  await identity.renew()
  expect(server.commands()).toEqual(['algorithm', 'report'])
})

test('[DEV-10] [CAL-33] the deviceid of the answer is stored as the new sign', async () => {
  await using server = await openRiskServer()
  const { identity, runtime } = setUp([server.origin])
  const renewed = await identity.renew()
  expect(renewed).toEqual({ sign: signOf(1), createdAtMs: NOW_MS })
  expect(identity.read()).toEqual(renewed)
  expect(JSON.parse(runtime.storage.get(DEVICE_SIGN_KEY) ?? '')).toEqual(renewed)
})

test.each<[unknown]>([
  [{}],
  [{ deviceid: '' }],
  [{ deviceid: 'x'.repeat(20) }],
  [{ deviceid: `${'x'.repeat(30)}\r\nx-admin: 1` }],
  [{ deviceid: 12 }],
  [{ deviceid: null }],
  [{ __proto__: null, deviceid: ['x'.repeat(30)] }],
])('[DEV-2] [DEV-10] the answer %j is refused, and the old sign stays', async (answer) => {
  await using server = await openRiskServer({ report: () => answer })
  const { identity, runtime } = setUp([server.origin])
  keepIdentity(runtime, old)
  expect(await caught(identity.renew())).toMatchObject({
    error: 'local',
    description: 'response format error',
    uri: '/risk',
  })
  expect(readIdentity(runtime)).toEqual(old)
})

test('[DEV-5] [CON-17] an identity is reported again after 7 days, or when forced', async () => {
  await using server = await openRiskServer()
  const { identity, runtime } = setUp([server.origin])
  keepIdentity(runtime, fresh)
  expect(await identity.renew()).toEqual(fresh)
  expect(server.received).toHaveLength(0)

  expect((await identity.renew({ force: true })).sign).not.toBe(fresh.sign)
  expect(server.commands()).toEqual(['algorithm', 'report'])

  runtime.advance(LIFETIME_MS)
  await identity.renew()
  expect(server.received).toHaveLength(2)
  runtime.advance(1)
  await identity.renew()
  expect(server.received).toHaveLength(4)
})

test('[DEV-5] a sign that names another device counts as missing, and is replaced', async () => {
  await using server = await openRiskServer()
  const { identity, runtime } = setUp([server.origin])
  // A sister site with an id of its own has put it into the cookie of the main domain.
  keepIdentity(runtime, { sign: `wdi10.${'e'.repeat(64)}`, createdAtMs: NOW_MS })
  expect(await identity.renew()).toEqual({ sign: signOf(1), createdAtMs: NOW_MS })
  expect(await identity.renew()).toEqual({ sign: signOf(1), createdAtMs: NOW_MS })
  expect(server.commands()).toEqual(['algorithm', 'report'])
})

test('[DEV-5] simultaneous renewals make one report, in one tab or in two', async () => {
  await using server = await openRiskServer()
  const { identity, runtime } = setUp([server.origin])
  const other = openTab(runtime.openTab(), [server.origin])
  const renewed = await Promise.all([
    identity.renew(),
    identity.renew({ force: true }),
    other.identity.renew(),
    other.identity.renew({ force: true }),
  ])
  expect(new Set(renewed.map(({ sign }) => sign)).size).toBe(1)
  expect(server.commands()).toEqual(['algorithm', 'report'])
})

test('[DEV-5] forced renewals in two tabs make one report', async () => {
  await using server = await openRiskServer()
  const { identity, runtime } = setUp([server.origin])
  keepIdentity(runtime, fresh)
  const other = openTab(runtime.openTab(), [server.origin])
  const force = true
  const [one, two] = await Promise.all([identity.renew({ force }), other.identity.renew({ force })])
  expect(one).toEqual(two)
  expect(server.commands()).toEqual(['algorithm', 'report'])
})

test('[DEV-5] simultaneous renewals without locks make one report, and no timer remains', async () => {
  await using server = await openRiskServer()
  const { runtime } = setUp([server.origin])
  const lockless = { ...runtime, lock: <T>(_name: string, task: () => Promise<T>) => task() }
  const { identity } = openTab(lockless, [server.origin])
  await Promise.all([identity.renew(), identity.renew({ force: true })])
  expect(server.commands()).toEqual(['algorithm', 'report'])
  expect(runtime.timers()).toBe(0)
})

test('after a failed renewal the next one tries again', async () => {
  let isDown = true
  await using server = await openRiskServer({
    report: (_received, response) =>
      isDown ? sendError(response, 403, 'permission_denied') : { deviceid: 'n'.repeat(30) },
  })
  const { identity } = setUp([server.origin])
  const [one, two] = await Promise.all([caught(identity.renew()), caught(identity.renew())])
  expect([one.error, two.error]).toEqual(['permission_denied', 'permission_denied'])
  expect(identity.read()).toBeUndefined()
  isDown = false
  expect((await identity.renew()).sign).toBe('n'.repeat(30))
})

test.each([
  [
    'is not there',
    (_received: unknown, response: Parameters<Handler>[1]) => sendError(response, 404, 'not_found'),
    'unreachable',
  ],
  ['defines nothing', '', 'local'],
  ['is a page of HTML', '<!doctype html><title>Sign in to this network</title>', 'local'],
  ['defines no function', 'var xl_al = { length: 1 }', 'local'],
  ['fails while it runs', 'throw new Error("early")', 'local'],
  ['defines what throws', 'function xl_al() { throw new Error("late") }', 'local'],
  ['defines what throws nothing', 'function xl_al() { throw undefined }', 'local'],
  ['gives no text', 'function xl_al() { return { toString: () => "x" } }', 'local'],
  ['gives a promise', 'async function xl_al() { return "x" }', 'local'],
] as const)(
  '[DEV-7] a script that %s gives a typed error, sends no report and keeps the old identity',
  async (_case, script, error) => {
    await using server = await openRiskServer({ script: script as string | Handler })
    const { identity, runtime } = setUp([server.origin])
    keepIdentity(runtime, old)
    expect(await caught(identity.renew())).toMatchObject({ error, uri: '/risk' })
    expect(server.commands()).not.toContain('report')
    expect(readIdentity(runtime)).toEqual(old)
  },
)

test('[DEV-7] loading the script times out after 10000 ms', async () => {
  await using server = await openRiskServer({ script: () => undefined })
  const { identity, runtime } = setUp([server.origin])
  const renewal = caught(identity.renew())
  await server.arrived(1)
  runtime.advance(10_000)
  expect(await renewal).toMatchObject({
    error: 'unreachable',
    description: 'request timeout (10000ms)',
  })
})

test('a cancelled caller does not cancel the report for the others', async () => {
  const reported = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await using server = await openRiskServer({
    report: async () => {
      reported.resolve()
      await answered.promise
      return { deviceid: 'n'.repeat(30) }
    },
  })
  const { identity } = setUp([server.origin])
  const leaving = new AbortController()
  const one = caught(identity.renew({ signal: leaving.signal }))
  const two = identity.renew()
  await reported.promise
  leaving.abort()
  expect((await one).error).toBe('cancelled')
  answered.resolve()
  expect((await two).sign).toBe('n'.repeat(30))
})

test('when every caller has cancelled, the report is aborted, nothing is stored, and the next call starts again', async () => {
  let isSilent = true
  await using server = await openRiskServer({
    script: (_received, response) => {
      if (!isSilent) response.writeHead(200).end(ALGORITHM)
      return undefined
    },
  })
  const { identity } = setUp([server.origin])
  const leaving = new AbortController()
  const one = caught(identity.renew({ signal: leaving.signal }))
  await server.arrived(1)
  leaving.abort()
  expect((await one).error).toBe('cancelled')
  expect(identity.read()).toBeUndefined()
  expect((await caught(identity.renew({ signal: leaving.signal }))).error).toBe('cancelled')
  expect(server.received).toHaveLength(1)

  isSilent = false
  await identity.renew()
  expect(server.commands()).toEqual(['algorithm', 'algorithm', 'report'])
})

test('[DEV-7] without a page a report fails with unimplemented, and a stored identity is still read', async () => {
  await using server = await openRiskServer()
  const { identity, runtime } = openTab(createMemoryRuntime({ startMs: NOW_MS }), [server.origin])
  expect((await caught(identity.renew())).error).toBe('unimplemented')
  keepIdentity(runtime, fresh)
  expect(await identity.renew()).toEqual(fresh)
  expect(server.received).toHaveLength(0)
})

test('invalid options are a local error or are ignored', async () => {
  await using server = await openRiskServer()
  const { identity } = setUp([server.origin])
  for (const signal of ['now', 7, {}]) {
    const error = await caught(identity.renew({ signal: signal as AbortSignal }))
    expect(error).toMatchObject({ error: 'local', description: 'wrong options param: signal' })
  }
  expect(server.received).toHaveLength(0)
  for (const options of [null, 'force', 7] as unknown[]) await identity.renew(options as object)
  expect(server.commands()).toEqual(['algorithm', 'report'])
})
