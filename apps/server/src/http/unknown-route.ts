import type { Endpoint } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyInstance } from 'fastify'
import type { Route } from './route.ts'
import { asksForPage, sendPage } from './web-app.ts'

/** An unknown path is `not_found`; a known path with another method says which ones there are. */
export function answerUnknownRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  options: { servesWebApp: boolean },
): void {
  const known = routes.map(({ endpoint }) => ({
    method: endpoint.method,
    pattern: toPattern(endpoint),
  }))

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length > 0) {
      reply.header('allow', [...new Set(methods)].join(', '))
      throw new ServiceError('unimplemented', {
        description: `this path does not support ${request.method}; see the Allow header`,
        status: 405,
      })
    }
    if (options.servesWebApp && asksForPage(request)) return sendPage(request, reply)
    throw new ServiceError('not_found', { description: 'there is no such path' })
  })
}

function toPattern({ path, takesRestOfPath }: Endpoint): RegExp {
  const parameter = takesRestOfPath ? '.+' : '[^/]+'
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, parameter)
  return new RegExp(`^${escaped}/?$`)
}
