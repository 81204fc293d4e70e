import { headers } from '@awan/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Lets pages of the named origins call the API. They bring a bearer token and no cookie, so that
 * credentials are never allowed. For every other origin the answers say nothing at all, and a browser
 * keeps them from its page.
 */
export function addCors(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  const allowed = new Set(allowedOrigins)
  if (allowed.size === 0) return
  const isAllowed = ({ headers, url }: FastifyRequest) =>
    SHARED_PATH.test(url) && allowed.has(headers.origin ?? '')

  app.addHook('onRequest', async (request, reply) => {
    if (!isPreflight(request) || !isAllowed(request)) return
    return reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': MAX_AGE_SECONDS,
      })
      .code(204)
      .send()
  })

  // At the end, so that errors carry them too: without them a page could not read the error object.
  app.addHook('onSend', async (request, reply) => {
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'Origin' : `${vary}, Origin`)
    if (!isAllowed(request)) return
    reply.headers({
      'access-control-allow-origin': request.headers.origin,
      'access-control-expose-headers': ANSWER_HEADERS,
    })
  })
}

/** The API. Metrics, the outbox, the web app and the page of consent are for no other page. */
const SHARED_PATH =
  /^\/(v1|drive|risk|oauth2(?!\/authorize)|health|\.well-known|openapi\.json)([/?]|$)/

const MAX_AGE_SECONDS = 600

const REQUEST_HEADERS = [
  'accept-language',
  'authorization',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
  ...Object.values(headers),
].join(', ')

const ANSWER_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'Date',
  'ETag',
  'Retry-After',
  headers.requestId,
].join(', ')

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
