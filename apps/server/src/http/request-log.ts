import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../kernel/log.ts'
import { refusalOf } from './refusals.ts'
import { signedInUser } from './signed-in.ts'

/** One line for each request when it is over: who, what, how it ended. Never a header or a body. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.url.startsWith('/health/') ? 'trace' : 'info'
    const log = request.log as Log
    if (log.isLevelEnabled(level)) log[level](lineOf(request, reply), 'request')
    done()
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    url: withoutSecrets(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    address: request.ip,
    sub: signedInUser(request)?.sub,
    error: refusalOf(request),
  }
}

/** Query values can be secrets by the spec's own design, so only the harmless ones are shown. */
const SHOWN_QUERY = new Set(['parent_id', 'page_size', 'client_id', 'locale', 'limit'])
/** A name as our calls have them; anything else could be a value without its name. */
const QUERY_NAME = /^([a-z_]+(?:\[[a-z_]+\])?)=/
const SECRET_PATH = /^(\/drive\/v1\/content\/)[^/?]+/

export function withoutSecrets(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const shownPath = path.replace(SECRET_PATH, '$1[hidden]')
  if (query === undefined) return shownPath
  const shown = query.split('&').map((pair) => {
    const name = QUERY_NAME.exec(pair)?.[1]
    if (name === undefined) return '[hidden]'
    return SHOWN_QUERY.has(name) ? pair : `${name}=[hidden]`
  })
  return `${shownPath}?${shown.join('&')}`
}
