import { ServiceError } from '@awan/protocol/errors'
import type { FastifyInstance } from 'fastify'
import { hostnameOf, isLoopbackHost } from './loopback.ts'

/**
 * A server in development trusts this machine. A page of a stranger could give its own name our address,
 * and then read from us as its own server; so only our names are answered. In production the names are
 * the proxy's business, and nothing is trusted for where it comes from.
 */
export function allowOwnHosts(app: FastifyInstance, publicUrl: string): void {
  const publicHost = new URL(publicUrl).hostname
  app.addHook('onRequest', (request, _reply, done) => {
    const hostname = hostnameOf(request.headers.host)
    if (isLoopbackHost(hostname) || hostname === publicHost) done()
    else {
      const description = `in development the server answers only at localhost and at AWAN_PUBLIC_URL (${publicUrl}): use one of them, or set AWAN_PUBLIC_URL to the address that you use`
      done(new ServiceError('permission_denied', { description }))
    }
  })
}
