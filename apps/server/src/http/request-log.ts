import { secretPagePaths } from '@awan/protocol/api-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../kernel/log.ts'
import type { Door } from './mount-doors.ts'
import { refusalOf } from './refusals.ts'
import { needsCaller, type Route } from './route.ts'
import { signedInUser } from './signed-in.ts'

/** What tells which part of a path is a secret. */
interface Declared {
  endpoint: Pick<Route['endpoint'], 'path'>
  requires: Route['requires']
}

/** Pages of the web app whose address opens something to whoever knows it. */
const secretPages: readonly Declared[] = secretPagePaths.map((path) => ({
  endpoint: { path },
  requires: {},
}))

/** One line for each request when it is over: who, what, how it ended. Never a header or a body. */
export function addRequestLog(
  app: FastifyInstance,
  routes: readonly Declared[],
  doors: readonly Pick<Door, 'path'>[] = [],
): void {
  // Below a door are the names of people's files.
  const rooms = doors.map(
    ({ path }): Declared => ({ endpoint: { path: `/${path.slice(1)}/{path}` }, requires: {} }),
  )
  const hidePath = pathHider([...routes, ...rooms, ...secretPages])
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.url.startsWith('/health/') ? 'trace' : 'info'
    const log = request.log as Log
    if (log.isLevelEnabled(level)) log[level](lineOf(request, reply, hidePath), 'request')
    done()
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply, hidePath: (path: string) => string) {
  const [path = '', query] = request.url.split('?', 2)
  return {
    method: request.method,
    url: query === undefined ? hidePath(path) : `${hidePath(path)}?${hideQuery(query)}`,
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

function hideQuery(query: string): string {
  const shown = query.split('&').map((pair) => {
    const name = QUERY_NAME.exec(pair)?.[1]
    if (name === undefined) return '[hidden]'
    return SHOWN_QUERY.has(name) ? pair : `${name}=[hidden]`
  })
  return shown.join('&')
}

/** A parameter of this name is a secret, or names private files, whoever calls. */
const SECRET_NAME = /link|token|secret|code|^path$/

/**
 * Hides a path from its first secret on. Where nobody has to sign in, the path alone opens what it leads
 * to: there every parameter is a secret.
 */
function pathHider(routes: readonly Declared[]): (path: string) => string {
  const beginnings = new Set(routes.flatMap(beforeSecret))
  if (beginnings.size === 0) return (path) => path
  // However many slashes a path begins with: some programs double the first one, and doors answer them.
  const secret = new RegExp(`^/*(?:${[...beginnings].join('|')})(?=.)`, 'i')
  return (path) => {
    // As the router reads it: also with encoded letters.
    const [shown] = secret.exec(decoded(path)) ?? []
    return shown === undefined ? path : `${shown}[hidden]`
  }
}

function beforeSecret({ endpoint: { path }, requires }: Declared): string[] {
  for (const { 1: name = '', index } of path.matchAll(/\{(\w+)\}/g)) {
    if (needsCaller(requires) && !SECRET_NAME.test(name)) continue
    const before = path.slice(0, index)
    return [before.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')]
  }
  return []
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Not readable for the router either.
    return path
  }
}
