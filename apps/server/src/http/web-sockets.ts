import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { countedNetworks } from '../kernel/network.ts'
import { createSeats, type Seats } from '../kernel/seats.ts'
import { rememberUser, signedInUser } from './signed-in.ts'

/** A path where programs, and not browsers, keep a connection open on which both sides send short texts. */
export interface SocketDoor {
  path: string
  /** Called once for each connection; it must listen at once, or it misses texts. */
  open(socket: TextSocket): void
}

export interface TextSocket {
  readonly address: string
  readonly userAgent: string | undefined
  onText(hear: (text: string) => void): void
  onClose(end: () => void): void
  /** A client that takes nothing is disconnected. After the end nothing is sent. */
  send(text: string): void
  close(reason: CloseReason): void
  /** For the log. */
  rememberUser(sub: string): void
}

/** By the numbers of RFC 6455, 7.4.1. */
const CLOSE_CODES = { refused: 1008, overloaded: 1013, stopping: 1001, unreadable: 1003 } as const
export type CloseReason = keyof typeof CLOSE_CODES

export interface SocketLimits {
  /** Shorter than what proxies take for silence; who has not answered by the next ping is not there. */
  pingEveryMs: number
  perNetwork: number
}

const LIMITS: SocketLimits = { pingEveryMs: 25_000, perNetwork: 1_000 }
/** User names, passwords and orders are short. */
const MAX_MESSAGE_BYTES = 1_024
const MAX_FRAGMENTS = 4
/** Texts that a client has not taken. */
const MAX_BUFFERED_BYTES = 16 * 1_024
const CLOSE_TIMEOUT_MS = 1_000
/** In which a client has read why it was refused. */
const LINGER_MS = 1_000

/** For Node, which would otherwise take every request with an `Upgrade` away from the router. */
export function isSocketRequest(doors: readonly SocketDoor[]) {
  const paths = new Set(doors.map(({ path }) => path))
  return ({ url = '', headers, method }: IncomingMessage): boolean =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    paths.has(url.split('?', 1)[0] ?? '')
}

/** The request goes through the router with its hooks, as every other; only its end is another one. */
export function mountSocketDoors(
  app: FastifyInstance,
  doors: readonly SocketDoor[],
  { pingEveryMs, perNetwork }: SocketLimits = LIMITS,
): void {
  if (doors.length === 0) return
  const upgrading = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>()
  const open = new Set<WebSocket>()
  const answered = new WeakSet<WebSocket>()
  const seats = createSeats(perNetwork)
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_FRAGMENTS,
    closeTimeout: CLOSE_TIMEOUT_MS,
  }
  const handshake = new WebSocketServer(options)

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    // Whatever is answered in place of the handshake is the last thing on this connection.
    response.shouldKeepAlive = false
    response.assignSocket(socket as IncomingMessage['socket'])
    response.once('finish', () => {
      socket.end()
      // Nobody counts these: one whose client does not close it would stay for ever.
      setTimeout(() => socket.destroy(), LINGER_MS).unref()
    })
    upgrading.set(request, { socket, head })
    app.routing(request, response)
  })

  for (const { path, open: enter } of doors) {
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      const pending = upgrading.get(request.raw)
      if (!pending) throw notUpgraded(reply)
      if (request.headers.origin !== undefined) throw forPrograms()
      const leave = takeSeats(seats, request.ip)
      if (!leave) throw full()
      reply.hijack()
      reply.raw.detachSocket(pending.socket as IncomingMessage['socket'])
      pending.socket.once('close', leave)
      handshake.handleUpgrade(request.raw, pending.socket, pending.head, (socket) => {
        open.add(socket)
        answered.add(socket)
        socket.on('pong', () => answered.add(socket))
        socket.on('error', () => socket.terminate())
        socket.once('close', (code) => {
          open.delete(socket)
          const { sub } = signedInUser(request) ?? {}
          const line = { url: path, address: request.ip, sub, code, ms: reply.elapsedTime }
          request.log.info(line, 'socket closed')
        })
        enter(toTextSocket(socket, request))
      })
      return reply
    })
  }

  const timer = setInterval(() => {
    for (const socket of open) {
      if (!answered.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, pingEveryMs).unref()
  app.addHook('preClose', async () => {
    clearInterval(timer)
    for (const socket of open) socket.close(CLOSE_CODES.stopping)
  })
}

function toTextSocket(socket: WebSocket, request: FastifyRequest): TextSocket {
  const close = (reason: CloseReason) => socket.close(CLOSE_CODES[reason])
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'],
    onText: (hear) =>
      socket.on('message', (data, isBinary) => {
        // What comes after the server has closed is of no interest any more.
        if (socket.readyState !== socket.OPEN) return
        if (isBinary) close('unreadable')
        else hear(String(data))
      }),
    onClose: (end) => socket.once('close', end),
    send(text) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
      else socket.send(text)
    },
    close,
    rememberUser: (sub) => rememberUser(request, { sub }),
  }
}

function takeSeats(seats: Seats, address: string): (() => void) | undefined {
  const taken: (() => void)[] = []
  const leave = () => {
    for (const give of taken.splice(0)) give()
  }
  for (const { name, times } of countedNetworks(address)) {
    const give = seats.take(name, times)
    if (!give) {
      leave()
      return undefined
    }
    taken.push(give)
  }
  return leave
}

function notUpgraded(reply: FastifyReply): ServiceError {
  reply.header('upgrade', 'websocket')
  return new ServiceError('failed_precondition', {
    description:
      'this address needs a web socket; a proxy in front of the server must pass on the headers Upgrade and Connection',
    status: 426,
  })
}

/** A page could otherwise connect from the browser of whoever opens it. */
function forPrograms(): ServiceError {
  return new ServiceError('permission_denied', {
    description: 'this address is for programs; a web page cannot connect to it',
  })
}

function full(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description:
      'too many connections from this network are open; ask for changes from time to time',
  })
}
