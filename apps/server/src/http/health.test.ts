import { afterEach, expect, test } from 'vitest'
import { ManualClock } from '../kernel/clock.ts'
import { createTestHttp } from './testing.ts'

const opened: ReturnType<typeof createTestHttp>[] = []

function open(...args: Parameters<typeof createTestHttp>) {
  const app = createTestHttp(...args)
  opened.push(app)
  return app
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

test('the server is live while it answers, degraded without a part, and down only without a vital one', async () => {
  const broken = new Set<string>()
  const clock = new ManualClock()
  const check = (name: string) => async () => {
    if (broken.has(name)) throw new Error(`connection to ${name} refused by 10.0.0.7`)
  }
  const app = open({
    clock,
    parts: [
      { name: 'blobs', check: check('blobs') },
      { name: 'database', isVital: true, check: check('database') },
    ],
  })
  const ask = async (...missing: string[]) => {
    broken.clear()
    for (const name of missing) broken.add(name)
    clock.advance(5_000)
    const answer = await app.inject('/health/ready')
    return [answer.statusCode, answer.json()]
  }
  expect(await ask()).toEqual([200, { status: 'ok', parts: { blobs: 'ok', database: 'ok' } }])
  expect(await ask('blobs')).toEqual([
    200,
    { status: 'degraded', parts: { blobs: 'unavailable', database: 'ok' } },
  ])
  expect(await ask('database')).toEqual([
    503,
    { status: 'unavailable', parts: { blobs: 'ok', database: 'unavailable' } },
  ])
  expect((await ask('database', 'blobs'))[0]).toBe(503)
  expect(app.lines.join('')).toContain('connection to database refused')
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

test('however many ask whether the server is ready, its parts are probed once in five seconds, or one after a failure', async () => {
  let probes = 0
  let isBroken = false
  const clock = new ManualClock()
  const check = async () => {
    probes++
    if (isBroken) throw new Error('no connection')
  }
  const app = open({ clock, parts: [{ name: 'database', isVital: true, check }] })
  const ask = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/health/ready')))
    return [...new Set(answers.map(({ statusCode }) => statusCode))]
  }
  expect([await ask(), probes]).toEqual([[200], 1])
  clock.advance(4_999)
  expect([await ask(), probes]).toEqual([[200], 1])
  isBroken = true
  clock.advance(1)
  expect([await ask(), probes]).toEqual([[503], 2])
  isBroken = false
  clock.advance(999)
  expect([await ask(), probes]).toEqual([[503], 2])
  clock.advance(1)
  expect([await ask(), probes]).toEqual([[200], 3])
})

test('metrics can be read from loopback or with the metrics token', async () => {
  const app = open({ metricsToken: 'scrape-me', publicUrl: 'https://cloud.example.org' })
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers })
  expect((await from('127.0.0.1')).body).toContain('awan_http_request_duration_seconds')
  expect((await from('192.0.2.1')).statusCode).toBe(403)
  for (const passedOn of [
    { 'x-forwarded-for': '192.0.2.1' },
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '192.0.2.1' },
    { forwarded: 'for=192.0.2.1' },
    { via: '1.1 proxy' },
    { host: 'cloud.example.org' },
  ]) {
    expect((await from('127.0.0.1', passedOn)).statusCode).toBe(403)
    const withToken = { ...passedOn, authorization: 'Bearer scrape-me' }
    expect((await from('127.0.0.1', withToken)).statusCode).toBe(200)
  }
  expect((await from('192.0.2.1', { authorization: 'Bearer scrape-me' })).statusCode).toBe(200)
  expect((await from('192.0.2.1', { authorization: 'Bearer guess' })).statusCode).toBe(403)
})

test('metrics are counted by route pattern, not by path', async () => {
  const app = open()
  await app.inject('/v1/test/things/1')
  await app.inject('/v1/test/things/2')
  const { body } = await app.inject('/metrics')
  expect(body).toContain('route="/v1/test/things/:id"')
  expect(body).not.toContain('things/1')
})
