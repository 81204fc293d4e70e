import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { header, readCaller } from '../../http/caller.ts'
import { collectBody } from '../../http/collect-body.ts'
import type { Door } from '../../http/mount-doors.ts'
import { replyError } from '../../http/reply-error.ts'
import { countedNetworks } from '../../kernel/network.ts'
import type { Limiter } from '../limits/limits.ts'
import type { AppLogins } from './app-logins.ts'

/** Where a person decides; what follows the # is sent to no server. */
const PAGE = '/connect#'
const POLL_PATH = '/index.php/login/v2/poll'
const MAX_BODY_BYTES = 4_096

/** A program asks every second at most while the person decides. */
const LIMITS = {
  start: { points: 60, perSeconds: 600 },
  poll: { points: 1_800, perSeconds: 600 },
} as const

/** How programs that sync begin to be let in: by a question that they repeat, or in a window of their own. */
export function createAppLoginDoor({
  appLogins,
  limiter,
  publicUrl,
}: {
  appLogins: AppLogins
  limiter: Pick<Limiter, 'takePoint'>
  publicUrl: string
}): Door {
  async function takePoint(kind: keyof typeof LIMITS, { ip }: FastifyRequest): Promise<void> {
    const { points, perSeconds } = LIMITS[kind]
    for (const { name, times } of countedNetworks(ip)) {
      const limit = { points: points * times, perSeconds, isLocal: true } as const
      await limiter.takePoint(`app-login ${kind} ${name}`, limit)
    }
  }

  async function start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await takePoint('start', request)
    const { pageToken, pollToken } = await appLogins.start('poll', callerOf(request))
    return sendJson(reply, 200, {
      poll: { token: pollToken, endpoint: publicUrl + POLL_PATH },
      login: publicUrl + PAGE + pageToken,
    })
  }

  async function openPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await takePoint('start', request)
    const { pageToken } = await appLogins.start('redirect', callerOf(request))
    return reply.header('cache-control', 'no-store').redirect(publicUrl + PAGE + pageToken, 303)
  }

  async function poll(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await takePoint('poll', request)
    const token = await readToken(request)
    const login = token === undefined ? undefined : await appLogins.take(token, callerOf(request))
    // The same for a wrong token, for one that nobody has decided about, and for one that was used.
    if (!login) return sendJson(reply, 404, [])
    const { loginName, password: appPassword } = login
    return sendJson(reply, 200, { server: publicUrl, loginName, appPassword })
  }

  return {
    path: '/index.php/login',
    methods: ['GET', 'POST'],
    replyError,
    async handle(request, reply) {
      const path = request.url.replace(/[?#].*$/s, '').replace(/\/+/g, '/')
      const call = `${request.method} ${path}`
      if (call === 'POST /index.php/login/v2') return start(request, reply)
      if (call === `POST ${POLL_PATH}`) return poll(request, reply)
      if (call === 'GET /index.php/login/flow') return openPage(request, reply)
      throw new ServiceError('not_found', { description: 'there is no such path' })
    },
  }
}

function callerOf(request: FastifyRequest) {
  return readCaller(request, { body: undefined, query: undefined })
}

function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** In the body, or where clients of one system put it: in the query. */
async function readToken(request: FastifyRequest): Promise<string | undefined> {
  const [, query = ''] = request.url.split('?', 2)
  const length = header(request, 'content-length')
  const body = await collectBody(request.raw, {
    declaredBytes: length === undefined ? undefined : Number(length),
    maxBytes: MAX_BODY_BYTES,
  })
  const inBody = new URLSearchParams(body.toString('utf8')).get('token')
  return inBody ?? new URLSearchParams(query).get('token') ?? undefined
}
