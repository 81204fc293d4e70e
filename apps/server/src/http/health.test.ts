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

test('the server is live while it answers, and ready only when every part is', async () => {
  let broken = false
  const clock = new ManualClock()
  const app = open({
    clock,
    parts: [
      { name: 'blobs', check: async () => undefined },
      {
        name: 'database',
        check: async () => {
          if (broken) throw new Error('connection refused by 10.0.0.7')
        },
      },
    ],
  })
  expect((await app.inject('/health/ready')).json()).toEqual({
    status: 'ok',
    parts: { blobs: 'ok', database: 'ok' },
  })
  broken = true
  clock.advance(5_000)
  const answer = await app.inject('/health/ready')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({
    status: 'unavailable',
    parts: { blobs: 'ok', database: 'unavailable' },
  })
  expect(app.lines.join('')).toContain('connection refused')
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

test('however many ask whether the server is ready, its parts are probed once in five seconds, or one after a failure', async () => {
  let probes = 0
  let isBroken = false
  const clock = new ManualClock()
  const check = async () => {
    probes++
    if (isBroken) throw new Error('no bucket')
  }
  const app = open({ clock, parts: [{ name: 'blobs', check }] })
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
