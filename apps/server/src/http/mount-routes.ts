import type { Readable } from 'node:stream'
import { type Bytes, type Endpoint, headers, MAX_REQUEST_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { countedNetworks } from '../kernel/network.ts'
import { freeNow } from '../kernel/own-memory.ts'
import { header, readCaller } from './caller.ts'
import { collectBody } from './collect-body.ts'
import { rememberContentType } from './content-type.ts'
import { discardBody } from './discard-body.ts'
import { EncodedJson } from './encoded-json.ts'
import type { Guards } from './guards.ts'
import { type Door, mountDoors } from './mount-doors.ts'
import { parsePart } from './parse.ts'
import { readBody } from './read-body.ts'
import { requireScope } from './require-scope.ts'
import {
  type Caller,
  needsCaller,
  type RateLimit,
  type Requires,
  type Route,
  type SignedIn,
  type Visitor,
} from './route.ts'
import { rememberUser } from './signed-in.ts'

/** JSON bodies above this are refused unless the endpoint takes longer ones; contents travel as bytes. */
const MAX_JSON_BYTES = 1024 * 1024
const NO_BYTES = Buffer.alloc(0)

export interface MountOptions {
  guards: Guards
  /** Answers are checked against their own declaration, at some cost. */
  checkAnswers: boolean
  /** Beside the routes. */
  doors?: readonly Door[] | undefined
}

export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  options: MountOptions,
): void {
  const running = waitForRunning(app)
  mountDoors(app, options.doors ?? [], running)
  // Two rooms with a body parser each: one reads small objects, the other leaves the bytes alone.
  app.register(async (room) => {
    room.removeAllContentTypeParsers()
    forgetContentType(room)
    room.addContentTypeParser('*', async (request: FastifyRequest, stream: Readable) => {
      const { headers, routeOptions } = request
      const declared = headers['content-length']
      const declaredBytes = declared === undefined ? undefined : Number(declared)
      return collectBody(stream, {
        declaredBytes,
        maxBytes: routeOptions.bodyLimit ?? MAX_JSON_BYTES,
      })
    })
    for (const route of routes.filter(({ endpoint }) => !takesBytes(endpoint)))
      mount(room, route, { ...options, running })
  })
  app.register(async (room) => {
    room.removeAllContentTypeParsers()
    forgetContentType(room)
    room.addContentTypeParser('*', async (_request: FastifyRequest, stream: unknown) => stream)
    room.addHook('onResponse', (request, _reply, done) => {
      discardBody(request.raw)
      done()
    })
    for (const route of routes.filter(({ endpoint }) => takesBytes(endpoint)))
      mount(room, route, { ...options, running })
  })
}

/** What a body is, its endpoint says. A content type that cannot even be read does not matter either. */
function forgetContentType(room: FastifyInstance): void {
  room.addHook('onRequest', (request, _reply, done) => {
    rememberContentType(request)
    delete request.raw.headers['content-type']
    done()
  })
}

/** The declared path in the router's own writing: `/files/{id}` is `/files/:id`. */
export function toRouterPath({ path, takesRestOfPath }: Endpoint): string {
  const known = takesRestOfPath ? path.replace(REST, '*') : path
  return known.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1')
}

const REST = /\{(\w+)\}$/

/** The router has no name for the rest of a path. */
function namedParams({ path, takesRestOfPath }: Endpoint, params: unknown): unknown {
  if (!takesRestOfPath) return params
  const { '*': rest, ...others } = params as Record<string, string>
  return { ...others, [REST.exec(path)?.[1] ?? '*']: rest }
}

function takesBytes(endpoint: Endpoint): boolean {
  return isBytes(endpoint.body)
}

export function isBytes(part: Endpoint['body']): part is Bytes {
  return part !== undefined && 'bytes' in part
}

/**
 * A server is closed when its last connection is; but the handler of a client that has gone may still
 * store what it received, and the database must not close before it.
 */
function waitForRunning(app: FastifyInstance): Set<Promise<unknown>> {
  const running = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    while (running.size > 0) await Promise.allSettled(running)
  })
  return running
}

function mount(
  app: FastifyInstance,
  route: Route,
  { guards, checkAnswers, running }: MountOptions & { running: Set<Promise<unknown>> },
): void {
  const { endpoint, requires } = route
  app.route({
    method: endpoint.method,
    url: toRouterPath(endpoint),
    bodyLimit: endpoint.maxBodyBytes ?? MAX_JSON_BYTES,
    config: { isUnlimited: isBytes(endpoint.body) && endpoint.body.anyLength === true },
    ...(route.replyError && { errorHandler: route.replyError }),
    handler: (request, reply) => {
      const handling = handle(request, reply).finally(() => running.delete(handling))
      running.add(handling)
      return handling
    },
  })

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const sentBody = readSentBody(endpoint, request)
    const said = readCaller(request, { body: sentBody, query: request.query })
    const caller = guards.recognise?.(said, header(request, headers.deviceSign)) ?? said
    if (requires.limits) {
      for (const { name, times } of countedNetworks(caller.address))
        await checkLimits(route, 'address', name, guards, times)
      await checkLimits(route, 'device', caller.deviceId, guards)
    }
    const user = await identify(requires, request, guards)
    const person = user && 'sub' in user ? user : undefined
    if (person) rememberUser(request, person)
    caller.clientId ??= person?.clientId
    if (requires.limits && user) {
      for (const { name, times } of countedUsers(user))
        await checkLimits(route, 'user', name, guards, times)
    }

    const params =
      endpoint.params && parsePart(endpoint.params, namedParams(endpoint, request.params), 'path')
    const query = endpoint.query && parsePart(endpoint.query, request.query, 'query')
    const body =
      endpoint.body instanceof z.ZodType ? parsePart(endpoint.body, sentBody, 'body') : sentBody

    if (requires.captcha)
      await checkCaptcha(requires.captcha, request, { endpoint, caller, body }, guards)
    if (requires.sudo && person) {
      await guards.checkSudo(person, sudoToken(request, sentBody), requires.sudo)
    }

    const answer = await route.handle({
      params,
      query,
      body,
      user,
      caller,
      request,
      reply,
      async requireSudo(when?: Requires['sudo']) {
        if (!person) throw new ServiceError('unauthenticated', { description: 'sign in first' })
        await guards.checkSudo(person, sudoToken(request, sentBody), when)
      },
      async recheck() {
        await identify(requires, request, guards)
      },
    } as never)
    return isBytes(endpoint.answer) ? reply : send(reply, endpoint, answer, checkAnswers)
  }
}

function readSentBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (isBytes(endpoint.body)) {
    // The router's own limit holds only for bodies that it reads itself.
    const length = Number(request.headers['content-length'] ?? 0)
    if (!endpoint.body.anyLength && length > MAX_REQUEST_BYTES) {
      throw new ServiceError('invalid_argument', {
        description: `the body of a request may have at most ${MAX_REQUEST_BYTES} bytes`,
        status: 413,
      })
    }
    return request.body ?? request.raw
  }
  return readBody((request.body as Buffer | undefined) ?? NO_BYTES, {
    form: endpoint.form ?? false,
  })
}

async function identify(
  requires: Requires,
  request: FastifyRequest,
  guards: Guards,
): Promise<SignedIn | Visitor | undefined> {
  const needed = needsCaller(requires)
  if (!needed && requires.user !== 'optional') return undefined
  const token = bearerToken(request)
  if (token === undefined) {
    if (!needed) return undefined
    throw new ServiceError('unauthenticated', { description: 'sign in first' })
  }
  const visitor = requires.visitor && guards.admitVisitor?.(token)
  if (visitor) return visitor
  const user = await guards.authenticate(token)
  requireScope(requires, user)
  if (!requires.beforeTwoFactor) await guards.checkTwoFactor?.(user)
  if (requires.admin) await guards.checkAdmin(user)
  return user
}

/** For whom a call is counted, and how many times the limit of one person each of them has. */
function countedUsers(user: SignedIn | Visitor): { name: string; times: number }[] {
  if ('sub' in user) return [{ name: user.sub, times: 1 }]
  return [
    { name: `visitor ${user.visitorId}`, times: 1 },
    { name: `link ${user.linkId}`, times: VISITORS_OF_LINK },
  ]
}

/** Whoever has a link can open it as many visitors: all of them together may do as much as this many people. */
const VISITORS_OF_LINK = 10

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

async function checkLimits(
  { endpoint, requires }: Route,
  by: RateLimit['by'],
  who: string | undefined,
  guards: Guards,
  times = 1,
): Promise<void> {
  if (who === undefined) return
  for (const limit of requires.limits ?? []) {
    if (limit.by !== by) continue
    const what = limit.together ?? `${endpoint.method} ${endpoint.path}`
    await guards.takePoint(`${what} ${by} ${who}`, { ...limit, points: limit.points * times })
  }
}

async function checkCaptcha(
  when: 'always' | 'when-risky',
  request: FastifyRequest,
  call: { endpoint: Endpoint; caller: Caller; body: unknown },
  guards: Guards,
): Promise<void> {
  await guards.checkCaptcha({
    action: `${call.endpoint.method}:${call.endpoint.path}`,
    when,
    token: header(request, headers.captchaToken) ?? ownString(request.query, 'captcha_token'),
    caller: call.caller,
    body: call.body,
  })
}

/** The spec puts it into the query; our own client uses the header, so that no log can hold it. */
function sudoToken(request: FastifyRequest, body: unknown): string | undefined {
  return (
    header(request, headers.sudoToken) ??
    ownString(request.query, 'sudo_token') ??
    ownString(body, 'sudo_token')
  )
}

function ownString(part: unknown, name: string): string | undefined {
  const value = (part as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}

function send(
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: unknown,
  check: boolean,
): FastifyReply {
  const checked = check ? checkAnswer(endpoint, answer) : answer
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  const encoded = encode(checked)
  if (typeof encoded !== 'string') reply.raw.once('finish', () => freeNow(encoded))
  return reply.type(JSON_TYPE).send(encoded)
}

function checkAnswer({ answer: declared }: Endpoint, answer: unknown): unknown {
  if (!(declared instanceof z.ZodType)) return answer
  return declared.parse(answer instanceof EncodedJson ? answer.toValue() : answer)
}

function encode(answer: unknown): string | Buffer {
  if (answer instanceof EncodedJson) return answer.bytes
  const text = JSON.stringify(answer)
  return text.length < LONG_TEXT ? text : Buffer.from(text)
}

const JSON_TYPE = 'application/json; charset=utf-8'
/** A longer text is made bytes here: on its way to the socket Node would take several times as long. */
const LONG_TEXT = 16 * 1024
