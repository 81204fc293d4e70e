import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface BodyTimes {
  /** For the whole of a request. */
  requestMs: number
  /** Between two bytes of a body that may be of any size. */
  pauseMs: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be of any size. */
    isUnlimited?: boolean
  }
}

/**
 * Ends connections whose body does not come. Node has one limit for the whole of every request, which
 * would also end a large file that comes well; so that one is off, and this holds.
 */
export function limitBodyTimes(
  app: FastifyInstance,
  { requestMs, pauseMs }: BodyTimes,
  refuse: (socket: Socket) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (hasBody(raw)) {
      const { isUnlimited = false } = request.routeOptions.config
      const stop = watch(
        raw,
        isUnlimited ? 'pause' : 'whole',
        isUnlimited ? pauseMs : requestMs,
        refuse,
      )
      raw.once('close', stop)
      // What is answered needs no more of its body, if there was more.
      reply.raw.once('finish', stop)
    }
    done()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Gives what ends the watch. */
function watch(
  raw: IncomingMessage,
  limit: 'whole' | 'pause',
  limitMs: number,
  refuse: (socket: Socket) => void,
): () => void {
  const { socket } = raw
  let seenBytes = socket.bytesRead
  const timer = setInterval(() => {
    const hasMoved = limit === 'pause' && socket.bytesRead > seenBytes
    seenBytes = socket.bytesRead
    if (!raw.complete && !hasMoved) refuse(socket)
    if (raw.complete || !hasMoved) clearInterval(timer)
  }, limitMs).unref()
  return () => clearInterval(timer)
}
