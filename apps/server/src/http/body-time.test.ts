import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { defineEndpoint, unlimitedBytes } from '@awan/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { BodyTimes } from './body-time.ts'
import type { Door } from './mount-doors.ts'
import { replyError } from './reply-error.ts'
import { route } from './route.ts'
import { createTestHttp, testRoutes } from './testing.ts'

const swallow = defineEndpoint({
  method: 'PUT',
  path: '/v1/test/unlimited',
  summary: 'Swallow',
  tag: 'test',
  body: unlimitedBytes,
  answer: z.object({ length: z.number() }),
})

const swallowing = route(swallow, {}, async ({ body }) => {
  let length = 0
  for await (const chunk of body) length += (chunk as Buffer).length
  return { length }
})

/** It reads its bodies itself. */
const door = (path: string): Door => ({
  path,
  methods: ['POST'],
  replyError,
  async handle(request, reply) {
    for await (const _ of request.raw);
    return reply.send('{}')
  },
})

async function serve(times: BodyTimes) {
  const app = createTestHttp({
    routes: [...testRoutes, swallowing],
    doors: [door('/small'), { ...door('/files'), takesFiles: true }],
    limits: { ...times, idleMs: 60_000 },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    /** Sends three bytes of six. */
    begin(method: string, path: string) {
      const headers = { 'content-length': 6 }
      const sending = request({ port, host: '127.0.0.1', method, path, headers, agent: false })
      sending.on('error', () => undefined)
      sending.write('{"a')
      return sending
    },
  }
}

async function answerOf(sending: ClientRequest): Promise<[number | undefined, unknown]> {
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  return [response.statusCode, await json(response)]
}

test('a body that does not arrive in time answers 408', async () => {
  const { begin } = await serve({ requestMs: 50, pauseMs: 60_000 })
  for (const [method, path] of [
    ['POST', '/v1/test/greet'],
    ['PUT', '/v1/test/bytes'],
  ] as const) {
    const [status, body] = await answerOf(begin(method, path))
    expect([status, body]).toMatchObject([408, { error: 'deadline_exceeded' }])
  }
})

test('an unlimited body has no total time limit, but answers 408 when no bytes arrive', async () => {
  const patient = await serve({ requestMs: 50, pauseMs: 60_000 })
  const large = patient.begin('PUT', '/v1/test/unlimited')
  const [status] = await answerOf(patient.begin('POST', '/v1/test/greet'))
  expect(status).toBe(408)
  large.end('":1')
  expect(await answerOf(large)).toEqual([200, { length: 6 }])

  const { begin } = await serve({ requestMs: 60_000, pauseMs: 50 })
  expect((await answerOf(begin('PUT', '/v1/test/unlimited')))[0]).toBe(408)
})

test('a door has as long as every call, unless files are sent to it', async () => {
  const { begin } = await serve({ requestMs: 50, pauseMs: 60_000 })
  const files = begin('POST', '/files')
  expect((await answerOf(begin('POST', '/small')))[0]).toBe(408)
  files.end('":1')
  expect((await answerOf(files))[0]).toBe(200)
})

test('the headers of a request must arrive within a minute', async () => {
  const { app } = await serve({ requestMs: 300_000, pauseMs: 60_000 })
  expect(app.server.headersTimeout).toBe(60_000)
  expect(app.server.requestTimeout).toBe(0)
})
