import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { keepIdentity } from '../../device/keep-identity.ts'
import { openAccount } from '../../testing/account-server.ts'
import { caught } from '../../testing/caught.ts'
import { type Handler, sendError, sendJson } from '../../testing/local-server.ts'
import type { CaptchaOptions } from './earn-token.ts'
import { SOLVE_LIMIT_MS } from './earn-token.ts'
import { withCaptcha } from './with-captcha.ts'

const INIT = '/v1/shield/captcha/init'
const SIGN_IN = '/v1/auth/signin'

/** Takes a call with one of these captcha tokens, and asks for one otherwise. */
function guarded(tokens: string[], demand = 'captcha_required'): Handler {
  return ({ headers }, response) =>
    tokens.includes(String(headers['x-captcha-token']))
      ? { access_token: 'a', refresh_token: 'r', expires_in: 7200, sub: 'u1' }
      : sendError(response, 400, demand)
}

test('[ACC-30] [ACC-37] [ACC-38] a call that requires a captcha gets a token for that call and is then repeated', async () => {
  for (const demand of ['captcha_required', 'captcha_invalid']) {
    await using place = await openAccount({
      [SIGN_IN]: guarded(['earned'], demand),
      [INIT]: () => ({ captcha_token: 'earned', expires_in: 300 }),
    })
    for (const [username, meta] of [
      ['a@b.c', { email: 'a@b.c' }],
      ['+62 812', { phone_number: '+62 812' }],
      ['ana', { username: 'ana' }],
    ] as const) {
      await place.signIn(username)
      const [first, init, second] = place.server.received.splice(0)
      expect(init?.json).toEqual({
        action: 'POST:/v1/auth/signin',
        client_id: 'awan-test',
        device_id: first?.headers['x-device-id'],
        meta,
      })
      expect(second?.json).toEqual(first?.json)
    }
  }
})

test('[ACC-37] [ACC-38] the captcha for a sign-in by code or a verification names the contact', async () => {
  await using place = await openAccount({
    [SIGN_IN]: guarded(['earned']),
    '/v1/auth/verification': guarded(['earned']),
    [INIT]: () => ({ captcha_token: 'earned', expires_in: 300 }),
  })
  const { signIn, verification } = place.client
  await signIn.withCode({ username: 'a@b.c', verification_token: 't' })
  await verification.send({ email: 'a@b.c' })
  await verification.send({ phone_number: '+62 812', target: 'USER' })
  expect(place.server.calls(INIT).map(({ json }) => [json.action, json.meta])).toEqual([
    ['POST:/v1/auth/signin', { email: 'a@b.c' }],
    ['POST:/v1/auth/verification', { email: 'a@b.c' }],
    ['POST:/v1/auth/verification', { phone_number: '+62 812' }],
  ])
})

test('[ACC-37] the captcha for verifying the current user names no contact', async () => {
  await using place = await openAccount({
    '/v1/auth/verification': guarded(['earned']),
    [INIT]: () => ({ captcha_token: 'earned', expires_in: 300 }),
  })
  await place.signIn()
  await place.client.verification.send({ target: 'CUR_USER' })
  expect(place.server.calls(INIT)[0]?.json).toMatchObject({ meta: {} })
  expect(place.lastSent().authorization).toBe('Bearer access-1')
})

test('[ACC-30] a proof of work is solved and sent in the format of altcha', async () => {
  const challenge = {
    parameters: {
      algorithm: 'SHA-256',
      nonce: '7fb7f87fef5581b5eb0aa6d367b4fc10',
      salt: '40c2a404c49e87419d2fcfb68d528133',
      cost: 2,
      keyLength: 32,
      keyPrefix: '00',
    },
    signature: 'signed by the server',
  }
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  await using place = await openAccount({
    [SIGN_IN]: guarded(['earned']),
    [INIT]: ({ json }, response) => {
      if (!json.solution) return { expires_in: 300, challenge }
      const payload = JSON.parse(Buffer.from(String(json.solution), 'base64').toString())
      const { salt, nonce } = challenge.parameters
      const counter = Buffer.alloc(4)
      counter.writeUInt32BE(payload.solution.counter)
      const key = hash(hash(Buffer.concat([Buffer.from(salt + nonce, 'hex'), counter])))
      const isRight =
        payload.solution.derivedKey === key.toString('hex') &&
        key[0] === 0 &&
        JSON.stringify(payload.challenge) === JSON.stringify(challenge)
      return isRight
        ? { captcha_token: 'earned', expires_in: 300 }
        : sendError(response, 400, 'captcha_invalid')
    },
  })
  await place.signIn()
  expect(place.client.session.state()).toMatchObject({ status: 'signed-in', sub: 'u1' })
})

test('a call is repeated at most once with a captcha token', async () => {
  await using place = await openAccount({
    [SIGN_IN]: guarded([], 'captcha_invalid'),
    [INIT]: () => ({ captcha_token: 'useless', expires_in: 300 }),
  })
  expect((await caught(place.signIn())).error).toBe('captcha_invalid')
  expect(place.server.calls(SIGN_IN)).toHaveLength(2)
  expect(place.server.calls(INIT)).toHaveLength(1)
})

test('[ACC-30] when the server asks for a human captcha, the user solves it and the call is repeated with the token', async () => {
  const onCaptcha = vi.fn(async () => 'solved')
  await using place = await openAccount(
    {
      [SIGN_IN]: guarded(['solved']),
      [INIT]: () => ({ url: 'https://captcha.test/solve?x=1' }),
    },
    { onCaptcha },
  )
  await place.signIn()
  expect(onCaptcha.mock.calls).toEqual([
    [
      {
        url: 'https://captcha.test/solve?x=1',
        action: 'POST:/v1/auth/signin',
        meta: { username: 'ana' },
      },
    ],
  ])
  expect(place.client.session.state()).toMatchObject({ status: 'signed-in' })
})

test('[ACC-30] the user is asked when the device cannot solve the proof of work, or not in time', async () => {
  const parameters = { algorithm: 'SHA-256', salt: '00', nonce: '00', keyPrefix: '0'.repeat(64) }
  for (const [challenge, isSlow] of [
    [{ parameters: { ...parameters, algorithm: 'SCRYPT' } }, false],
    [{ parameters, signature: 's' }, true],
  ] as const) {
    const onCaptcha = vi.fn(async () => 'solved')
    await using place = await openAccount(
      { [SIGN_IN]: guarded(['solved']), [INIT]: () => ({ challenge }) },
      { onCaptcha },
    )
    const done = place.signIn()
    if (isSlow) {
      await place.runtime.timerOf(SOLVE_LIMIT_MS)
      place.runtime.advance(SOLVE_LIMIT_MS)
    }
    await done
    expect(onCaptcha.mock.calls).toEqual([
      [{ action: 'POST:/v1/auth/signin', meta: { username: 'ana' } }],
    ])
  }
})

test('[ACC-30] without an onCaptcha handler the call fails with captcha_required', async () => {
  await using place = await openAccount({
    [SIGN_IN]: guarded(['solved'], 'captcha_invalid'),
    [INIT]: () => ({ url: 'https://captcha.test/solve' }),
  })
  expect((await caught(place.signIn())).error).toBe('captcha_required')
  expect(place.server.calls(SIGN_IN)).toHaveLength(1)
})

test('closing the captcha cancels the call', async () => {
  const onCaptcha = () => Promise.reject(new Error('closed'))
  await using place = await openAccount(
    { [SIGN_IN]: guarded([]), [INIT]: () => ({ url: '/captcha' }) },
    { onCaptcha },
  )
  expect((await caught(place.signIn())).error).toBe('cancelled')
})

test('disposing the client cancels a call that waits for the user to solve a captcha', async () => {
  const asked = Promise.withResolvers<void>()
  const onCaptcha = () => {
    asked.resolve()
    return new Promise<string>(() => {})
  }
  await using place = await openAccount(
    { [SIGN_IN]: guarded([]), [INIT]: () => ({ url: '/captcha' }) },
    { onCaptcha },
  )
  const call = caught(place.signIn())
  await asked.promise
  place.client.dispose()
  expect((await call).error).toBe('cancelled')
})

test('unsafe captcha addresses and malformed tokens are refused, and the call is not repeated', async () => {
  const onCaptcha = vi.fn(async () => 5 as never)
  for (const answer of [
    {},
    { captcha_token: '' },
    { captcha_token: { evil: true } },
    { captcha_token: 'two\nlines' },
    { url: 'javascript:alert(1)' },
    { url: 'data:text/html,x' },
    { url: 5 },
    { url: '/captcha' },
    { challenge: 'x' },
    {
      challenge: {
        parameters: { algorithm: 'SHA-256', salt: '', nonce: '', keyPrefix: '0', cost: 1e12 },
      },
    },
  ]) {
    await using place = await openAccount(
      { [SIGN_IN]: guarded([]), [INIT]: () => answer },
      { onCaptcha },
    )
    const { error } = await caught(place.signIn())
    expect(['captcha_invalid', 'unimplemented', 'local']).toContain(error)
    expect(place.server.calls(SIGN_IN)).toHaveLength(1)
  }
  // For the page, and for the two challenges that cannot be solved.
  expect(onCaptcha).toHaveBeenCalledTimes(3)
})

test('a refused captcha token is sent along when a new one is requested', async () => {
  let given = 0
  await using place = await openAccount({
    [SIGN_IN]: guarded(['token-3', 'token-4']),
    [INIT]: () => ({ captcha_token: `token-${++given}`, expires_in: 300 }),
  })
  const { client, runtime, server } = place
  const options: CaptchaOptions = {
    runtime,
    request: client.request,
    clientId: 'awan-test',
    deviceId: () => 'device',
  }
  const call = (headers?: Record<string, string>) =>
    withCaptcha(
      options,
      {
        method: 'POST',
        path: SIGN_IN,
        body: {},
        captcha: { meta: {} },
        ...(headers && { headers }),
      },
      ({ captcha: _done, method: _post, path: _path, ...rest }) =>
        client.request('POST', SIGN_IN, rest),
    )
  await caught(call())
  await caught(call({ 'x-captcha-token': 'own' }))
  await call()
  await call()
  expect(server.calls(INIT).map(({ json }) => json.captcha_token)).toEqual([
    undefined,
    'own',
    'token-2',
    undefined,
  ])
})

test('a device sign that the server does not know is forgotten, and the call is repeated without it', async () => {
  const details = [{ reason: 'unknown_device_sign', domain: 'device' }]
  let isKnown = true
  await using place = await openAccount({
    [SIGN_IN]: (received, response) =>
      isKnown || received.headers['x-captcha-token'] === 'earned'
        ? guarded(['earned'])(received, response)
        : sendJson(response, 400, { error: 'captcha_required', error_code: 4001, details }),
    [INIT]: () => ({ captcha_token: 'earned', expires_in: 300 }),
  })
  const { client, runtime, server } = place
  const sign = `wdi10.${client.deviceId()}${'0'.repeat(32)}`
  keepIdentity(runtime, { sign, createdAtMs: runtime.now() })
  const signsSent = () => server.calls(SIGN_IN).map(({ headers }) => headers['x-device-sign'])
  await place.signIn()
  expect(client.deviceIdentity.read()?.sign).toBe(sign)
  isKnown = false
  await place.signIn()
  expect(client.deviceIdentity.read()).toBeUndefined()
  expect(signsSent()).toEqual([sign, sign, sign, undefined])
})
