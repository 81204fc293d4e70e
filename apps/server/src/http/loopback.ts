import type { FastifyRequest } from 'fastify'

/**
 * Whether the caller sits on this very machine. A request that some proxy passed on does not count,
 * even when the proxy itself is here.
 */
export function isLoopback(request: FastifyRequest): boolean {
  if (request.headers['x-forwarded-for'] !== undefined) return false
  if (request.headers.forwarded !== undefined) return false
  const address = request.socket.remoteAddress ?? ''
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
