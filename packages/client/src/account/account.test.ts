import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, sendError } from '../testing/local-server.ts'
import { toContact } from './contact.ts'

const INIT = '/v1/shield/captcha/init'

async function setUp(overrides: Record<string, Handler> = {}) {
  const server = await openAccountServer(overrides)
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  return { server, runtime, client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('[ACC-39] what a person typed is a phone number, an e-mail address or a user name', () => {
  expect(toContact(' +62 812 345 ')).toEqual({ phone_number: '+62 812 345' })
  expect(toContact('+62@example.org')).toEqual({ phone_number: '+62@example.org' })
  expect(toContact('ana@example.org')).toEqual({ email: 'ana@example.org' })
  expect(toContact('ana')).toEqual({ username: 'ana' })
})

test('[CAL-1] [ENT-9] a sign-in carries the contact, the password and the client id', async () => {
  await using place = await setUp()
  const credentials = await place.client.signIn.withPassword({
    username: 'ana',
    password: 'secret',
  })
  expect(credentials).toMatchObject({ access_token: 'access-1', sub: 'user-ana' })
  expect(place.server.received[0]?.json).toEqual({
    username: 'ana',
    password: 'secret',
    client_id: 'awan-test',
  })
  expect(place.client.session.state()).toEqual({ status: 'signed-in', sub: 'user-ana' })
})

test('[CAL-4] a sign-up sets credentials', async () => {
  await using place = await setUp()
  const payload = { email: 'a@b.c', verification_token: 't', password: 'long enough', name: 'Ana' }
  await place.client.signUp(payload)
  expect(place.server.received[0]?.json).toEqual({ ...payload, client_id: 'awan-test' })
  expect(place.client.session.state()).toEqual({ status: 'signed-in', sub: 'user-a@b.c' })
})

test('a sign-in that fails leaves nobody signed in', async () => {
  await using place = await setUp({
    '/v1/auth/signin': (_request, response) =>
      sendError(response, 400, 'invalid_account_or_password'),
  })
  const call = place.client.signIn.withPassword({ username: 'ana', password: 'wrong' })
  expect((await caught(call)).error).toBe('invalid_account_or_password')
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
})

test('an answer that is no credentials leaves nobody signed in', async () => {
  await using place = await setUp({ '/v1/auth/signin': () => ({ hello: 'world' }) })
  const call = place.client.signIn.withPassword({ username: 'ana', password: 'secret' })
  expect((await caught(call)).error).toBe('internal')
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
})

test('[CAL-9] [CAL-10] [ENT-10] a code is sent and checked', async () => {
  await using place = await setUp({
    '/v1/auth/verification': () => ({ verification_id: 'v', expires_in: 600, is_user: false }),
    '/v1/auth/verification/verify': () => ({ verification_token: 't', expires_in: 600 }),
  })
  const { client, server } = place
  const sent = await client.verification.send({
    email: 'a@b.c',
    target: 'NOT_USER',
    usage: 'REGISTER',
  })
  expect(sent).toEqual({ verification_id: 'v', expires_in: 600, is_user: false })
  await client.verification.verify({ verification_id: 'v', verification_code: '123456' })
  expect(server.received.map(({ json }) => json)).toEqual([
    { email: 'a@b.c', target: 'NOT_USER', usage: 'REGISTER', client_id: 'awan-test' },
    { verification_id: 'v', verification_code: '123456', client_id: 'awan-test' },
  ])
  expect(server.received[0]?.headers.authorization).toBeUndefined()
})

test('[CAL-9] [ENT-11] a code for the current user is asked for in that person’s name', async () => {
  await using place = await setUp({ '/v1/auth/verification': () => ({}) })
  await place.client.signIn.withPassword({ username: 'ana', password: 'secret' })
  await place.client.verification.send({ target: 'CUR_USER' })
  expect(place.server.received[1]?.headers.authorization).toBe('Bearer access-1')
})

test('[ACC-42] [ACC-44] [CAL-27] [CAL-29] the sudo token travels in a header, never in an address', async () => {
  await using place = await setUp({
    '/v1/user/sudo': () => ({ sudo_token: 'sudo', expires_in: 300 }),
    '/v1/user/password': () => ({}),
  })
  const { client, server } = place
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const { sudo_token } = await client.user.sudo({ password: 'secret' })
  await client.user.setPassword({ new_password: 'much longer', sudo_token })
  expect(server.received[1]).toMatchObject({ method: 'POST', json: { password: 'secret' } })
  expect(server.received[2]).toMatchObject({
    method: 'PATCH',
    headers: { 'x-sudo-token': 'sudo', authorization: 'Bearer access-1' },
    json: { new_password: 'much longer' },
  })
  expect([...(server.received[2]?.query ?? [])]).toEqual([])
})

test('[REQ-4] [CON-12] the language is EN until one is chosen', async () => {
  await using place = await setUp()
  await place.client.signIn.withPassword({ username: 'ana', password: 'secret' })
  place.client.setLocale('zh-hant')
  await place.client.user.me()
  expect(place.server.received.map(({ headers }) => headers['accept-language'])).toEqual([
    'EN',
    'zh-hant',
  ])
})

test('[ACC-30] [ACC-37] [ACC-38] a captcha is earned for the very call that asked for it', async () => {
  for (const demand of ['captcha_required', 'captcha_invalid']) {
    await using place = await setUp({
      '/v1/auth/signin': ({ headers }, response) =>
        headers['x-captcha-token'] === 'earned'
          ? { access_token: 'a', refresh_token: 'r', expires_in: 7200, sub: 'u1' }
          : sendError(response, 400, demand),
      [INIT]: () => ({ captcha_token: 'earned', expires_in: 300 }),
    })
    await place.client.signIn.withPassword({ username: 'a@b.c', password: 'secret' })
    const [first, init, second] = place.server.received
    expect(init?.json).toEqual({
      action: 'POST:/v1/auth/signin',
      client_id: 'awan-test',
      device_id: first?.headers['x-device-id'],
      meta: { email: 'a@b.c' },
    })
    expect(second?.json).toEqual(first?.json)
  }
})

test('[ACC-30] a proof of work is solved and sent as altcha reads it', async () => {
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
  await using place = await setUp({
    '/v1/auth/signin': ({ headers }, response) =>
      headers['x-captcha-token']
        ? { access_token: 'a', refresh_token: 'r', expires_in: 7200, sub: 'u1' }
        : sendError(response, 400, 'captcha_required'),
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
  await place.client.signIn.withPassword({ username: 'ana', password: 'secret' })
  expect(place.client.session.state()).toEqual({ status: 'signed-in', sub: 'u1' })
})

test('a call is repeated only once for a captcha', async () => {
  await using place = await setUp({
    '/v1/auth/signin': (_request, response) => sendError(response, 400, 'captcha_invalid'),
    [INIT]: () => ({ captcha_token: 'useless', expires_in: 300 }),
  })
  const call = place.client.signIn.withPassword({ username: 'ana', password: 'secret' })
  expect((await caught(call)).error).toBe('captcha_invalid')
  expect(place.server.calls('/v1/auth/signin')).toHaveLength(2)
  expect(place.server.calls(INIT)).toHaveLength(1)
})
