import type { FastifyInstance } from 'fastify'

/**
 * Says once that a proxy passes requests on and is not trusted: everybody behind it has its address, and
 * so one limit.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    const isPassedOn = !isSaid && request.headers['x-forwarded-for'] !== undefined
    // Of a proxy that is trusted, the address of its caller is believed too.
    if (isPassedOn && (request.ips ?? []).length < 2) {
      isSaid = true
      request.log.warn(
        { address: request.ip },
        'a proxy that is not trusted passes requests on: all people behind it share its address and its limits. If it is yours, add its address to AWAN_TRUSTED_PROXIES',
      )
    }
    done()
  })
}
