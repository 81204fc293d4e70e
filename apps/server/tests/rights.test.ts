import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCast } from './fuzz/cast.ts'
import { fitting } from './fuzz/fitting.ts'
import { createLessons } from './fuzz/lessons.ts'
import { type Operation, readApi } from './fuzz/read-api.ts'
import { openSender } from './fuzz/send.ts'
import { onEachBackend } from './testing/backends.ts'
import { openRaw, type Raw, type RawCall, signUpRaw, sudoRaw } from './testing/raw-calls.ts'
import { startServer } from './testing/server.ts'

type Call = `${string} /${string}`

const callOf = ({ method, path }: Operation) => `${method} ${path.replace(/\{\w+\}/g, 'x')}` as Call

/** The same of a stranger and of somebody: a body that fits, so that nothing else refuses it. */
function exampleOf({ body }: Operation): RawCall {
  if (!body) return {}
  const [fits] = fc.sample(fitting(body), { numRuns: 1, seed: 7 })
  return { body: fits }
}

async function answersOf(
  operations: readonly Operation[],
  raw: Raw,
  extra: (index: number) => RawCall,
): Promise<Record<string, number>> {
  const answers: Record<string, number> = {}
  for (const [index, operation] of operations.entries()) {
    const call = callOf(operation)
    const { status } = await raw(call, { ...exampleOf(operation), ...extra(index) })
    answers[call] = status
  }
  return answers
}

const all = (operations: readonly Operation[], status: number) =>
  Object.fromEntries(operations.map((operation) => [callOf(operation), status]))

const addressOf = (index: number) => `198.18.${index >> 8}.${index & 255}`

onEachBackend((prepare) => {
  const open = async () => startServer(await prepare(), { trustedProxies: ['127.0.0.1'] })

  test('every call that needs a person rejects a missing, a forged and a signed-out token', async () => {
    await using server = await open()
    const raw = openRaw(server.url)
    const operations = (await readApi(server.url)).filter(({ needs }) => needs !== 'nobody')
    expect(operations.length).toBeGreaterThan(70)
    await signUpRaw(server.url, raw)
    const { token } = await signUpRaw(server.url, raw)
    await raw('POST /v1/user/signout', { token, body: {} })
    const [head, claims] = token.split('.')
    for (const bad of [undefined, token, `${head}.${claims}.`, `eyJhbGciOiJub25lIn0.${claims}.`]) {
      const answers = await answersOf(operations, raw, (index) => ({
        token: bad,
        address: addressOf(index),
      }))
      expect(answers).toEqual(all(operations, 401))
    }
  })

  test('token of a deleted user: every call rejects it, and the token of their app too', async () => {
    await using server = await open()
    using sender = openSender(server.url, 10_000)
    const cast = await createCast(sender.send, createLessons())
    const person = await cast.find('person')
    const app = await cast.find('app')
    const raw = openRaw(server.url)
    const operations = (await readApi(server.url)).filter(({ needs }) => needs !== 'nobody')
    const gone = await raw('DELETE /v1/user/me', {
      token: person?.accessToken,
      headers: { 'x-sudo-token': person?.sudoToken ?? '' },
    })
    expect(gone.status).toBe(200)
    for (const actor of [person, app]) {
      const answers = await answersOf(operations, raw, (index) => ({
        token: actor?.accessToken,
        address: addressOf(index),
      }))
      expect(answers).toEqual(all(operations, 401))
    }
  })

  test('every administrative call rejects a person, an anonymous one and an app with 403', async () => {
    await using server = await open()
    using sender = openSender(server.url, 10_000)
    const cast = await createCast(sender.send, createLessons())
    const raw = openRaw(server.url)
    const operations = (await readApi(server.url)).filter(({ needs }) => needs === 'administrator')
    expect(operations.length).toBeGreaterThan(20)
    for (const kind of ['person', 'anonymous', 'app'] as const) {
      const actor = await cast.find(kind)
      const answers = await answersOf(operations, raw, (index) => ({
        token: actor?.accessToken,
        headers: { 'x-sudo-token': actor?.sudoToken ?? '' },
        address: addressOf(index),
      }))
      expect(answers, kind).toEqual(all(operations, 403))
    }
  })

  test('every account call rejects the token of an app', async () => {
    await using server = await open()
    using sender = openSender(server.url, 10_000)
    const cast = await createCast(sender.send, createLessons())
    const app = await cast.find('app')
    const operations = (await readApi(server.url)).filter(
      ({ needs, scope }) => needs === 'person' && scope === 'user',
    )
    expect(operations.length).toBeGreaterThan(30)
    const answers = await answersOf(operations, openRaw(server.url), (index) => ({
      token: app?.accessToken,
      address: addressOf(index),
    }))
    expect(answers).toEqual(all(operations, 403))
  })

  test('sudo for another user: every call that needs sudo rejects a missing token, another person’s and another session’s', async () => {
    await using server = await open()
    const raw = openRaw(server.url)
    const administrator = await signUpRaw(server.url, raw)
    const other = await signUpRaw(server.url, raw)
    const body = { email: administrator.email, password: 'correct horse battery staple' }
    const elsewhere = await raw('POST /v1/auth/signin', { body })
    const operations = (await readApi(server.url)).filter(({ needsSudo }) => needsSudo)
    expect(operations.length).toBeGreaterThan(20)
    const wrong = [
      {},
      await sudoRaw(raw, other.token),
      await sudoRaw(raw, elsewhere.body.access_token),
      { 'x-sudo-token': administrator.token },
    ]
    for (const headers of wrong) {
      const { token } = administrator
      const answers = await answersOf(operations, raw, (index) => ({
        token,
        headers,
        address: addressOf(index),
      }))
      // 400 where the made-up body or path is refused before.
      const letIn = Object.entries(answers).filter(([, status]) => ![400, 403].includes(status))
      expect(letIn).toEqual([])
      expect(Object.values(answers).filter((status) => status === 403).length).toBeGreaterThan(12)
    }
    expect((await raw('GET /v1/user/me', { token: administrator.token })).status).toBe(200)
  })
})
