import { expect, test, vi } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, sendError, sendJson } from '../testing/local-server.ts'

const TOKEN_CALL = '/v1/auth/token'
const started = { device_code: 'device-code', expires_in: 120, interval: 2 }

type Place = Awaited<ReturnType<typeof openAccount>>

/** A server that answers one poll after the other with these, and the last one for good. */
function openPolled(...answers: Handler[]) {
  let polls = 0
  return openAccount({
    [TOKEN_CALL]: (received, response) =>
      answers[Math.min(polls++, answers.length - 1)]?.(received, response),
  })
}

const fail =
  (name: string): Handler =>
  (_received, response) =>
    sendError(response, 400, name)

const pending =
  (...details: unknown[]): Handler =>
  (_received, response) =>
    sendJson(response, 400, { error: 'authorization_pending', error_code: 4050, details })

const grant: Handler = () => ({
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 7200,
  sub: 'user-tv',
})

/** Lets pauses of these lengths pass, one after the other. */
async function passPauses(place: Place, ...pausesMs: number[]) {
  for (const pauseMs of pausesMs) {
    await place.runtime.timerOf(pauseMs)
    place.runtime.advance(pauseMs)
  }
}

test('[CAL-12] a device requests a code with its client id', async () => {
  await using place = await openAccount()
  expect(await place.client.device.start()).toMatchObject({ user_code: 'WDJB-MJHT', interval: 2 })
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/device/code',
    query: {},
    json: { client_id: 'awan-test' },
    authorization: undefined,
  })
  await place.client.device.start({ scope: 'user', meta: { scene: 'tv' } })
  expect(place.lastSent().json).toEqual({
    client_id: 'awan-test',
    scope: 'user',
    meta: { scene: 'tv' },
  })
  expect(place.stored()).toBeUndefined()
})

test('[ACC-34] [CAL-6] a pending device code is polled at its interval until it signs in', async () => {
  await using place = await openPolled(pending(), pending(), grant)
  const polling = place.client.device.poll(started)
  expect(place.server.received).toHaveLength(0)
  await passPauses(place, 2000, 2000, 2000)
  expect(await polling).toMatchObject({ access_token: 'a', sub: 'user-tv' })
  expect(place.server.received).toHaveLength(3)
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: TOKEN_CALL,
    query: {},
    json: {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'device-code',
      client_id: 'awan-test',
    },
    authorization: undefined,
  })
  expect(place.client.session.state()).toMatchObject({ status: 'signed-in', sub: 'user-tv' })
  expect(place.runtime.timers()).toBe(0)
})

test('[ACC-35] slow_down makes every later pause five seconds longer', async () => {
  await using place = await openPolled(fail('slow_down'), pending(), fail('slow_down'), grant)
  const polling = place.client.device.poll(started)
  await passPauses(place, 2000, 7000, 7000, 12_000)
  expect((await polling).sub).toBe('user-tv')
})

test('[ACC-36] polling ends when the device code is expired or refused', async () => {
  for (const name of ['expired_token', 'access_denied', 'invalid_grant']) {
    await using place = await openPolled(fail(name))
    const polling = caught(place.client.device.poll(started))
    await passPauses(place, 2000)
    expect((await polling).error).toBe(name)
    expect(place.runtime.timers()).toBe(0)
  }
})

test('[ACC-36] polling stops at the expiry of the device code without asking the server', async () => {
  await using place = await openPolled(pending())
  const polling = caught(place.client.device.poll({ ...started, expires_in: 5 }))
  await passPauses(place, 2000, 2000, 1000)
  expect((await polling).error).toBe('expired_token')
  expect(place.server.received).toHaveLength(2)
  expect(place.runtime.timers()).toBe(0)
})

test('[ACC-36] a device code that expires during a poll fails with expired_token', async () => {
  await using place = await openPolled((received, response) => {
    place.runtime.advance(8000)
    return pending()(received, response)
  })
  const polling = caught(place.client.device.poll({ ...started, expires_in: 5 }))
  await passPauses(place, 2000)
  expect((await polling).error).toBe('expired_token')
})

test('[ACC-34] each new state of the other device is reported once, even if the listener throws', async () => {
  await using place = await openPolled(
    pending(),
    pending({ '@type': 'x' }, { state: 'WAITING_CONSENT' }),
    pending({ state: 'WAITING_CONSENT' }),
    pending({ state: 5 }),
    grant,
  )
  const onState = vi.fn(() => {
    throw new Error('a listener of the caller')
  })
  const polling = place.client.device.poll(started, { onState })
  await passPauses(place, 2000, 2000, 2000, 2000, 2000)
  await polling
  expect(onState.mock.calls).toEqual([['WAITING_CONSENT']])
})

test('network errors, server errors and captive portals do not end the polling', async () => {
  await using place = await openPolled(
    (_received, response) => void response.destroy(),
    fail('internal'),
    (_received, response) => void response.end('<html>a captive portal</html>'),
    grant,
  )
  const polling = place.client.device.poll(started)
  await passPauses(place, 2000, 2000, 2000, 2000)
  expect((await polling).sub).toBe('user-tv')
  expect(place.server.received).toHaveLength(4)
})

test('polling without a network ends when the device code expires', async () => {
  await using place = await openPolled((_received, response) => void response.destroy())
  const polling = caught(place.client.device.poll({ ...started, expires_in: 4 }))
  await passPauses(place, 2000, 2000)
  expect((await polling).error).toBe('expired_token')
})

test('an answer without credentials ends the polling, and nobody is signed in', async () => {
  await using place = await openPolled(() => ({ hello: 'world' }))
  const polling = caught(place.client.device.poll(started))
  await passPauses(place, 2000)
  expect((await polling).error).toBe('internal')
  expect(place.stored()).toBeUndefined()
})

test('polling can be cancelled before it starts, between polls and during a poll', async () => {
  await using place = await openPolled(() => undefined)
  const before = place.client.device.poll(started, { signal: AbortSignal.abort() })
  expect((await caught(before)).error).toBe('cancelled')
  expect(place.runtime.timers()).toBe(0)

  const inPause = new AbortController()
  const paused = caught(place.client.device.poll(started, { signal: inPause.signal }))
  await place.runtime.timerOf(2000)
  inPause.abort()
  expect((await paused).error).toBe('cancelled')
  expect(place.runtime.timers()).toBe(0)

  const underWay = new AbortController()
  const polling = caught(place.client.device.poll(started, { signal: underWay.signal }))
  await passPauses(place, 2000)
  await place.server.arrived(1)
  underWay.abort()
  expect((await polling).error).toBe('cancelled')
  expect(place.runtime.timers()).toBe(0)
})

test('polling ends when the client is disposed', async () => {
  await using place = await openPolled(pending())
  const { signal } = new AbortController()
  const polling = [
    caught(place.client.device.poll(started)),
    caught(place.client.device.poll(started, { signal })),
  ]
  await place.runtime.timerOf(2000)
  place.client.dispose()
  for (const one of polling) expect((await one).error).toBe('cancelled')
  expect(place.runtime.timers()).toBe(0)
})

test('an invalid polling interval is replaced by five seconds', async () => {
  for (const interval of [undefined, null, 0, -1, 0.001, Number.NaN, 1e12, '2', {}]) {
    await using place = await openPolled(grant)
    const polling = place.client.device.poll({ ...started, interval: interval as never })
    await passPauses(place, 5000)
    expect((await polling).sub).toBe('user-tv')
  }
})

test('polling without a valid code, expiry or signal is a local error, and nothing is sent', async () => {
  await using place = await openPolled(grant)
  const { device } = place.client
  const wrong = [
    ...[undefined, '', 5, {}].map((device_code) => [{ ...started, device_code }]),
    ...[undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, '120'].map((expires_in) => [
      { ...started, expires_in },
    ]),
    ...[null, 5, 'x', []].map((options) => [started, options]),
    ...[{}, 'x', 5].map((signal) => [started, { signal }]),
  ]
  for (const args of wrong) {
    expect((await caught(device.poll(...(args as [never, never])))).error).toBe('local')
  }
  expect(place.server.received).toHaveLength(0)
  expect(place.runtime.timers()).toBe(0)
})

test('[ACC-7] [CAL-13] [ENT-12] authorizing a device sends the token of the signed-in user, or none when nobody is signed in', async () => {
  await using place = await openAccount()
  const payload = { user_code: 'WDJB-MJHT', scope: 'user', state: 'ACCOMPLISHED' } as const
  const sent = { method: 'POST', path: '/v1/user/device/authorize', query: {}, json: payload }
  await place.client.device.authorize(payload)
  expect(place.lastSent()).toEqual({ ...sent, authorization: undefined })
  await place.signIn()
  const before = place.stored()
  expect(await place.client.device.authorize(payload)).toBeUndefined()
  expect(place.lastSent()).toEqual({ ...sent, authorization: 'Bearer access-1' })
  expect(place.stored()).toBe(before)
})
