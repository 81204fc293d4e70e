import { bytes, defineEndpoint } from '@awan/protocol'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createLog } from '../kernel/log.ts'
import { EncodedJson } from './encoded-json.ts'
import type { Guards } from './guards.ts'
import { type Route, route } from './route.ts'
import { createHttpServer, type HttpServerOptions } from './server.ts'

/** One call of each form that the wire knows, for tests of http alone. */
const greet = defineEndpoint({
  method: 'POST',
  path: '/v1/test/greet',
  summary: 'Greet',
  tag: 'test',
  body: z.object({ name: z.string().min(1).max(20), times: z.number().int().max(3).default(1) }),
  answer: z.object({ text: z.string() }),
})

const greetByForm = defineEndpoint({ ...greet, path: '/v1/test/form', form: true })

const readThing = defineEndpoint({
  method: 'GET',
  path: '/v1/test/things/{id}',
  summary: 'Read',
  tag: 'test',
  params: z.object({ id: z.string().max(8) }),
  query: z.object({ limit: z.coerce.number().int().default(5) }),
  answer: z.object({ id: z.string(), limit: z.number(), sub: z.string() }),
})

const openLink = defineEndpoint({
  method: 'GET',
  path: '/v1/test/links/{link}',
  summary: 'Open without a sign-in',
  tag: 'test',
  params: z.object({ link: z.string() }),
  answer: z.object({}),
})

const measure = defineEndpoint({
  method: 'PUT',
  path: '/v1/test/bytes',
  summary: 'Count bytes',
  tag: 'test',
  body: bytes,
  answer: z.object({ length: z.number() }),
})

const encoded = defineEndpoint({
  method: 'GET',
  path: '/v1/test/encoded',
  summary: 'Read what is JSON already',
  tag: 'test',
  query: z.object({ json: z.string() }),
  answer: z.object({ a: z.number() }),
})

const fail = defineEndpoint({
  method: 'POST',
  path: '/v1/test/fail',
  summary: 'Fail',
  tag: 'test',
  answer: z.object({}),
})

const rare = defineEndpoint({ ...fail, path: '/v1/test/rare' })

const sensitive = defineEndpoint({ ...fail, path: '/v1/test/sensitive' })

const administer = defineEndpoint({ ...fail, path: '/v1/test/administer' })

export const testRoutes: Route[] = [
  route(greet, {}, async ({ body }) => ({ text: `Hello ${body.name}`.repeat(body.times) })),
  route(greetByForm, {}, async ({ body }) => ({ text: `Hello ${body.name}` })),
  route(readThing, { scope: 'things' }, async ({ params, query, user }) => ({
    id: params.id,
    limit: query.limit,
    sub: user.sub,
  })),
  route(openLink, {}, async () => ({})),
  route(measure, {}, async ({ body }) => {
    let length = 0
    for await (const chunk of body) length += (chunk as Buffer).length
    return { length }
  }),
  route(encoded, {}, async ({ query }) => new EncodedJson(new TextEncoder().encode(query.json))),
  route(fail, {}, async () => {
    throw new Error('the database password is hunter2')
  }),
  route(rare, { limits: [{ by: 'address', points: 1, perSeconds: 60 }] }, async () => ({})),
  route(sensitive, { sudo: true, captcha: 'always' }, async () => ({})),
  route(administer, { admin: true }, async () => ({})),
]

/** A person `ana` whose token is `good`, another without scopes whose token is `poor`. */
function createGuards(): Guards {
  const takenPoints = new Map<string, number>()
  return {
    takePoint: async (key, { points }) => {
      const taken = (takenPoints.get(key) ?? 0) + 1
      takenPoints.set(key, taken)
      if (taken <= points) return
      throw new ServiceError('resource_exhausted', {
        details: [{ '@type': ERROR_INFO, metadata: { retry_after: '60' } }],
      })
    },
    authenticate: async (token) => {
      if (token !== 'good' && token !== 'poor') throw new ServiceError('unauthenticated')
      return {
        sub: 'ana',
        sessionId: 's1',
        signedInAt: 0,
        clientId: 'awan-web',
        scope: token === 'good' ? ['user', 'things'] : [],
      }
    },
    checkAdmin: async ({ scope }) => {
      if (!scope.includes('things')) throw new ServiceError('permission_denied')
    },
    checkSudo: async (_user, token) => {
      if (token !== 'sudo') throw new ServiceError('permission_denied')
    },
    checkCaptcha: async ({ token }) => {
      if (token !== 'human') throw new ServiceError('captcha_required')
    },
  }
}

export function createTestHttp(
  overrides: Partial<HttpServerOptions> = {},
): FastifyInstance & { lines: string[] } {
  const lines: string[] = []
  const app = createHttpServer({
    routes: testRoutes,
    guards: createGuards(),
    log: createLog('trace', { write: (line) => lines.push(line) }),
    parts: [],
    env: 'development',
    publicUrl: 'http://localhost',
    version: '0.0.0',
    trustedProxies: [],
    allowedOrigins: [],
    metricsToken: undefined,
    webDist: '/nonexistent',
    ...overrides,
  })
  return Object.assign(app, { lines })
}
