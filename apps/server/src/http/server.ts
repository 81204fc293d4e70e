import { existsSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { headers } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { StallWatch } from '../kernel/stall-watch.ts'
import { limitBodyTimes } from './body-time.ts'
import { requestId } from './caller.ts'
import { addCors } from './cors.ts'
import { addDocs } from './docs.ts'
import type { Guards } from './guards.ts'
import { addHealth, type Part } from './health.ts'
import { addMetrics } from './metrics.ts'
import type { Door } from './mount-doors.ts'
import { mountRoutes } from './mount-routes.ts'
import { allowOwnHosts } from './own-hosts.ts'
import { replyError } from './reply-error.ts'
import { addRequestLog } from './request-log.ts'
import type { Route } from './route.ts'
import { addSecurityHeaders, setSecurityHeaders } from './security-headers.ts'
import { answerUnknownRoutes } from './unknown-route.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'
import { addWebApp } from './web-app.ts'
import {
  isSocketRequest,
  mountSocketDoors,
  type SocketDoor,
  type SocketLimits,
} from './web-sockets.ts'

export interface HttpServerOptions {
  routes: readonly Route[]
  /** What speaks protocols of its own beside them. */
  doors?: readonly Door[] | undefined
  /** Where programs keep a connection open. */
  socketDoors?: readonly SocketDoor[] | undefined
  socketLimits?: SocketLimits | undefined
  guards: Guards
  log: Log
  parts: readonly Part[]
  env: 'development' | 'production'
  publicUrl: string
  version: string
  trustedProxies: readonly string[]
  /** Origins of other web apps whose pages may call us. */
  allowedOrigins: readonly string[]
  /** Whether a registered app runs in the browser there. */
  isAppOrigin?: (origin: string) => Promise<boolean>
  metricsToken: string | undefined
  /** The folder of the built web app. */
  webDist: string
  limits?: ConnectionLimits | undefined
  clock?: Clock | undefined
  /** Refuses calls from before a time in which this process did not run. */
  stalls?: StallWatch | undefined
}

/** What a connection may take from everybody else. */
export interface ConnectionLimits {
  /** For a whole request to arrive. */
  requestMs: number
  /** Without a byte of a body that may be of any size, and so has as long as it needs. */
  pauseMs: number
  /** Without a byte in either direction. */
  idleMs: number
}

/**
 * The whole HTTP face of the server, not yet listening. Hooks run with every request: those that wait
 * for nothing call `done`, which costs less than a promise each.
 */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const https = options.env === 'production'
  const socketDoors = options.socketDoors ?? []
  const limits = options.limits ?? LIMITS
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestId(request as { headers: Record<string, unknown> }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    rewriteUrl: ({ url = '/' }) => toPath(url),
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    // Node would end a large file that comes well; `limitBodyTimes` holds instead.
    requestTimeout: 0,
    connectionTimeout: limits.idleMs,
    http: {
      connectionsCheckingInterval: Math.min(limits.requestMs, CHECK_EVERY_MS),
      shouldUpgradeCallback: isSocketRequest(socketDoors),
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => refuseConnection(error, socket as Socket),
    frameworkErrors: (error, request, reply) => {
      // What the router refuses passes no hook.
      setSecurityHeaders(reply, { https })
      replyError(error, request, reply.header(headers.requestId, request.id))
    },
  })
  // Without a limit for whole requests Node has none for their heads either.
  app.server.headersTimeout = Math.min(limits.requestMs, HEADERS_MS)
  const servesWebApp = existsSync(join(options.webDist, 'index.html'))

  app.setErrorHandler(replyError)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(headers.requestId, request.id)
    done()
  })
  refuseLateCalls(app, options.stalls)
  limitBodyTimes(app, limits, (socket) =>
    refuseConnection(
      Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    ),
  )
  closeConnectionsWhenStopping(app)
  if (options.env === 'development') allowOwnHosts(app, options.publicUrl)
  warnOfUntrustedProxy(app)
  addCors(app, options)
  addSecurityHeaders(app, { https })
  addRequestLog(app, options.routes, options.doors)
  addMetrics(app, { token: options.metricsToken })
  addHealth(app, options.parts, options.clock)
  addDocs(app, options.routes, options)
  mountRoutes(app, options.routes, {
    guards: options.guards,
    checkAnswers: options.env === 'development',
    doors: options.doors,
  })
  mountSocketDoors(app, socketDoors, options.socketLimits)
  answerUnknownRoutes(app, options.routes, { servesWebApp })
  addWebApp(app, options.webDist)
  return app
}

const LIMITS: ConnectionLimits = {
  /** No request need take longer than 60 s; slow links get some grace, dripping ones do not. */
  requestMs: 300_000,
  pauseMs: 60_000,
  /** Longer than any call waits before it says something; who takes nothing so long is not there. */
  idleMs: 600_000,
}
const HEADERS_MS = 60_000
const CHECK_EVERY_MS = 30_000
const LINGER_MS = 1_000
/** Longer than the idle limit of the usual proxies, so that they never reuse a closing connection. */
const KEEP_ALIVE_MS = 72_000

/** A whole address in the place of a path (RFC 9112, 3.2.2): from here on it is the path. */
function toPath(url: string): string {
  if (url.startsWith('/')) return url
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? []
  if (path === undefined) return url
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * A request that runs into the stop is finished, and its connection then not kept for another. Connections that browsers open ahead
 * and have sent nothing by are closed: to Node they are not idle, and each would hold up the stop for more than a minute.
 */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    stopping = true
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
}

/** Nobody hears the answer any more, and whoever asked may have asked another process since. */
function refuseLateCalls(app: FastifyInstance, stalls: StallWatch | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress === undefined) {
      throw new ServiceError('unavailable', { description: 'the caller is gone' })
    }
    if (stalls?.begin() === false) {
      // What else waits in this connection is as old.
      reply.header('connection', 'close')
      throw new ServiceError('unavailable', {
        description: 'this process did not run for a while: ask again',
      })
    }
    done()
  })
}

/** What the HTTP parser itself refuses gets the error object too. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 431
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 408
        : 400
  const body = JSON.stringify(
    new ServiceError(status === 408 ? 'deadline_exceeded' : 'invalid_argument', {
      description: 'the request cannot be read',
    }).toJSON(),
  )
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  // A client that is still sending has had the time to read why.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
