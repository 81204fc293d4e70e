import { isIP } from 'node:net'
import { hostname as machineName } from 'node:os'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyInstance } from 'fastify'
import { hostnameOf, isLoopbackHost } from './loopback.ts'

/**
 * A server in development trusts this machine. A page of a stranger could give its own name our address,
 * and then read from us as its own server; so only names that are ours are answered: localhost, the name of
 * this machine, the public one. An address is no name that somebody could lead elsewhere: people at home
 * open `http://192.168.1.5:8080`. In production the names are the proxy's business, and nothing is trusted
 * for where it comes from.
 */
export function allowOwnHosts(app: FastifyInstance, publicUrl: string): void {
  const machine = machineName().toLowerCase()
  const own = new Set([new URL(publicUrl).hostname, machine, `${machine}.local`])
  const isOwn = (hostname: string) =>
    own.has(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || isLoopbackHost(hostname)
  app.addHook('onRequest', (request, _reply, done) => {
    if (isOwn(hostnameOf(request.headers.host))) return done()
    const description = `in development the server answers only at localhost, at addresses and names of this machine, and at AWAN_PUBLIC_URL (${publicUrl}): use one of them, or set AWAN_PUBLIC_URL to the address that you use`
    done(new ServiceError('permission_denied', { description }))
  })
}
