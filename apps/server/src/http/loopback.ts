import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress } from '../kernel/private-network.ts'

/** What proxies and tunnels add to a request that they pass on; `x-forwarded-…` too. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|true-client-ip|.+-connecting-ip)$/

/** Whether some proxy passed the request on. */
function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  for (const name in headers) if (FORWARDED.test(name)) return true
  return false
}

/**
 * Whether the caller is on this very machine and asks for it by its own name. A request that some proxy
 * passed on does not count, even when the proxy itself is here: it comes with a header of the proxy, or
 * under the name that people use.
 */
export function isLoopback(request: FastifyRequest): boolean {
  if (isForwarded(request) || !isLoopbackHost(hostnameOf(request.headers.host))) return false
  return isLoopbackAddress(request.socket.remoteAddress ?? '')
}

/** The same, but for a page of somebody else that is open in a browser on this machine. */
export function isOwnLoopback(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  return isLoopback(request) && (origin === undefined || origin === `http://${host}`)
}

/** The name in a Host header, in small letters and without its port. */
export function hostnameOf(host: string | undefined): string {
  return (/^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host ?? '')?.[1] ?? '').toLowerCase()
}

/** A name that no foreign name server can lead here. */
export function isLoopbackHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
}
