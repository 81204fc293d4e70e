import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isLoopback } from './loopback.ts'

/** Prometheus metrics, for this machine or for a client with the token; through a proxy only with it. */
export function addMetrics(app: FastifyInstance, options: { token: string | undefined }): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'awan_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  })

  app.addHook('onResponse', (request, reply, done) => {
    // The pattern and not the path, so that strangers cannot grow the number of series.
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options.token)) {
      throw new ServiceError('permission_denied', {
        description:
          'metrics can be read on this machine, or with AWAN_METRICS_TOKEN as bearer token',
      })
    }
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined && token !== undefined) return isSame(given, token)
  return isLoopback(request)
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
