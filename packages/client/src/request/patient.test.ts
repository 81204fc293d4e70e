import type { getMe } from '@awan/protocol/account'
import type { downloadFile } from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, openLocalServer, sendError } from '../testing/local-server.ts'
import type { Call, OpenFunction, RequestFunction } from './call.ts'
import {
  type Attempt,
  createPatientRequest,
  type Outcome,
  type PatientHost,
  type PatientOptions,
} from './patient.ts'
import { openTransport } from './testing.ts'

const PATH = '/v1/user/me'
const failing: Handler = (_request, response) => sendError(response, 500, 'internal')
const missing: Handler = (_request, response) => sendError(response, 404, 'not_found')

async function setUp(handler: Handler, options?: PatientOptions) {
  const server = await openLocalServer(handler)
  const { runtime, transport } = openTransport([server.origin])
  const host: PatientHost = {
    runtime,
    request: ((method: string, path: string, call: Call) =>
      transport.request({ ...call, method, path })) as unknown as RequestFunction,
    open: ((method: string, path: string, call: Call) =>
      transport.open({ ...call, method, path })) as unknown as OpenFunction,
  }
  const patient = createPatientRequest(host, options)
  return {
    server,
    runtime,
    host,
    ...patient,
    me: (call: object = {}) => patient.request<typeof getMe>('GET', PATH, call),
    /** Moves past pauses of 1, 2, 4 s and more, as many as are told. */
    async passPauses(count: number) {
      for (let index = 0; index < count; index++) {
        await runtime.timerOf(1000 * 2 ** index)
        runtime.advance(1000 * 2 ** index)
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('[CON-4] a call is retried twice by default', async () => {
  await using place = await setUp(failing)
  const call = caught(place.me())
  await place.passPauses(2)
  expect(await call).toMatchObject({ error: 'internal', uri: PATH })
  expect(place.server.received).toHaveLength(3)
})

test('[REQ-22] [CON-6] the pauses are 1000 ms times 2 to the power of the attempt', async () => {
  await using place = await setUp(failing, { retry: 4 })
  const call = caught(place.me())
  for (const [index, pauseMs] of [1000, 2000, 4000, 8000].entries()) {
    await place.runtime.timerOf(pauseMs)
    place.runtime.advance(pauseMs - 1)
    expect(place.server.received).toHaveLength(index + 1)
    place.runtime.advance(1)
  }
  await call
  expect(place.server.received).toHaveLength(5)
})

test('[CON-4] a call may set its retries from 0 to 4', async () => {
  await using place = await setUp(failing, { retry: 4 })
  await caught(place.me({ retry: 0 }))
  expect(place.server.received).toHaveLength(1)
  for (const retry of [-1, 5, Number.NaN, '2', null]) {
    expect(await caught(place.me({ retry }))).toMatchObject({
      error: 'local',
      description: 'wrong options param: retry',
    })
  }
  expect(place.server.received).toHaveLength(1)
})

test('[CON-4] invalid options are a local error', async () => {
  await using place = await setUp(failing)
  const create = (options: object) => () => createPatientRequest(place.host, options)
  expect(create({ retry: 5 })).toThrow('wrong options param: retry')
  expect(create({ before: 'x' })).toThrow('wrong options param: before')
  expect(create({ after: {} })).toThrow('wrong options param: after')
  expect(() => createPatientRequest(undefined as never)).toThrow('wrong options param: client')
  expect((await caught(place.me({ signal: 'x' }))).description).toBe('wrong options param: signal')
})

test('[REQ-17] errors of other kinds or of another path are not retried', async () => {
  await using place = await setUp(missing)
  expect((await caught(place.me())).error).toBe('not_found')
  const elsewhere = new ServiceError('unreachable', { uri: '/v1/auth/token' })
  const request = () => Promise.reject(elsewhere)
  const patient = createPatientRequest({ ...place.host, request } as PatientHost)
  expect(await caught(patient.request<typeof getMe>('GET', PATH))).toBe(elsewhere)
})

test('[REQ-21] [CON-5] a call makes at most 15 attempts, even if a hook asks for more', async () => {
  await using place = await setUp(missing, { after: () => true })
  const call = caught(place.me())
  await place.passPauses(14)
  expect((await call).error).toBe('not_found')
  expect(place.server.received).toHaveLength(15)
})

test('[REQ-21] [CON-5] an answer that a hook keeps rejecting is returned after 15 attempts', async () => {
  await using place = await setUp(() => ({ sub: 'u1' }), { after: async () => true })
  const call = place.me()
  await place.passPauses(14)
  expect(await call).toEqual({ sub: 'u1' })
  expect(place.server.received).toHaveLength(15)
})

test('[REQ-23] the after hook sees the answer or the error and decides about a retry', async () => {
  const outcomes: Outcome[] = []
  await using place = await setUp(
    (_request, response) => {
      const count = place.server.received.length
      return count === 1 ? sendError(response, 409, 'aborted') : { sub: `u${count}` }
    },
    {
      after(outcome) {
        outcomes.push(outcome)
        if ('error' in outcome) return isServiceError(outcome.error, 'aborted')
        return (outcome.answer as { sub: string }).sub === 'u2' || undefined
      },
    },
  )
  const call = place.me()
  await place.passPauses(2)
  expect(await call).toEqual({ sub: 'u3' })
  expect(outcomes).toMatchObject([
    { attempt: { index: 0, path: PATH }, error: { error: 'aborted' } },
    { attempt: { index: 1 }, answer: { sub: 'u2' } },
    { attempt: { index: 2 }, answer: { sub: 'u3' } },
  ])
})

test('[REQ-23] the after hook can prevent a retry', async () => {
  await using place = await setUp(failing, { before: () => ({ retry: true }), after: () => false })
  expect((await caught(place.me())).error).toBe('internal')
  expect(place.server.received).toHaveLength(1)
})

test('[REQ-23] the before hook decides whether a failure is retried', async () => {
  await using never = await setUp(failing, { before: () => ({ retry: false }) })
  expect((await caught(never.me())).error).toBe('internal')
  expect(never.server.received).toHaveLength(1)

  await using once = await setUp(missing, { before: ({ index }) => ({ retry: index === 0 }) })
  const call = caught(once.me({ retry: 0 }))
  await once.passPauses(1)
  expect((await call).error).toBe('not_found')
  expect(once.server.received).toHaveLength(2)
})

test('[REQ-23] the before hook changes only its own attempt', async () => {
  const attempts: Attempt[] = []
  await using place = await setUp(failing, {
    before(attempt) {
      attempts.push(attempt)
      if (attempt.index !== 0) return undefined
      const body = { name: 'first' }
      return { headers: { 'x-note': 'first' }, query: { b: '2' }, body, timeoutMs: 500 }
    },
  })
  const options = { headers: { 'x-kept': 'yes' }, query: { a: '1' }, body: { name: 'given' } }
  const call = caught(place.request('POST', PATH, { ...options, retry: 1 } as never))
  await place.runtime.timerOf(500)
  await place.passPauses(1)
  await call
  const [first, second] = place.server.received
  expect(first?.headers).toMatchObject({ 'x-kept': 'yes', 'x-note': 'first' })
  expect([first?.query.toString(), first?.json]).toEqual(['a=1&b=2', { name: 'first' }])
  expect(second?.headers['x-note']).toBeUndefined()
  expect([second?.query.toString(), second?.json]).toEqual(['a=1', { name: 'given' }])
  expect(attempts[1]).toEqual({ index: 1, method: 'POST', path: PATH, ...options })
  expect(second?.headers['x-request-id']).toBe(first?.headers['x-request-id'])
})

test('[REQ-23] an invalid result of a hook is ignored', async () => {
  await using place = await setUp(missing, {
    before: () => 'x' as never,
    after: () => 1 as never,
  })
  expect((await caught(place.me())).error).toBe('not_found')
  expect(place.server.received).toHaveLength(1)
})

test.each(['before', 'after'])(
  '[REQ-23] an error thrown by the %s hook ends the call',
  async (name) => {
    const own = new ServiceError('cancelled')
    const foreign = new Error('no')
    for (const thrown of [own, foreign]) {
      await using place = await setUp(failing, {
        [name]: async () => {
          throw thrown
        },
      })
      const error = await caught(place.me())
      if (thrown === own) expect(error).toBe(own)
      else expect(error).toMatchObject({ error: 'local', cause: foreign })
      expect(place.server.received).toHaveLength(name === 'before' ? 0 : 1)
    }
  },
)

test('a call can be cancelled during the pause before a retry', async () => {
  await using place = await setUp(failing)
  const controller = new AbortController()
  const call = caught(place.me({ signal: controller.signal }))
  await place.runtime.timerOf(1000)
  controller.abort()
  expect((await call).error).toBe('cancelled')
  expect(place.server.received).toHaveLength(1)
})

test('a download is retried too, and the connection of a rejected answer is closed', async () => {
  const closed = Promise.withResolvers<void>()
  await using place = await setUp(
    (_request, response) => {
      if (place.server.received.length > 1) return void response.end('whole')
      response.on('close', closed.resolve).write('part')
    },
    { after: (outcome) => outcome.attempt.index === 0 },
  )
  const call = place.open<typeof downloadFile>('GET', '/drive/v1/files/{id}/content', {
    params: { id: 'f1' },
  })
  await closed.promise
  await place.passPauses(1)
  expect(await (await call).text()).toBe('whole')
})

test('[REQ-5] each attempt goes through the client, which renews a refused token', async () => {
  await using server = await openAccountServer()
  const client = createAwanClient({
    clientId: 'awan-test',
    origins: [server.origin],
    runtime: createMemoryRuntime(),
  })
  await client.signIn.withPassword({ username: 'ana@example.org', password: 'long enough' })
  server.refuseAccessTokens()
  const { request } = createPatientRequest(client)
  expect(await request<typeof getMe>('GET', PATH, { auth: true })).toEqual({
    sub: 'Bearer access-2',
  })
  expect(server.calls('/v1/auth/token')).toHaveLength(1)
})
