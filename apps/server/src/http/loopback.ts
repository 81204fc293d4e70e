import type { FastifyRequest } from 'fastify'

/**
 * Whether the caller sits on this very machine. A request that some proxy passed on does not count,
 * even when the proxy itself is here.
 */
export function isLoopback(request: FastifyRequest): boolean {
  if (Object.keys(request.headers).some((name) => FORWARDING.test(name))) return false
  const address = request.socket.remoteAddress ?? ''
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** What proxies and tunnels add to a call that they pass on. */
const FORWARDING = /^(forwarded|via|x-real-ip|x-forwarded-.+|.+-connecting-ip)$/
