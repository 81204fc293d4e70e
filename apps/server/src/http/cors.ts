import { headers } from '@awan/protocol'
import { isSharedApiPath } from '@awan/protocol/api-paths'
import { tusHeaders } from '@awan/protocol/drive'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface CorsOptions {
  /** Where our own web apps lie; their pages may call the whole API. */
  allowedOrigins: readonly string[]
  /** Whether a registered app runs in the browser there; it may call what the standards describe. */
  isAppOrigin?: ((origin: string) => Promise<boolean>) | undefined
}

/**
 * Lets pages of known origins call us. They bring a bearer token and no cookie, so that credentials
 * are never allowed. For every other origin the answers say nothing at all, and a browser keeps them
 * from its page.
 */
export function addCors(app: FastifyInstance, { allowedOrigins, isAppOrigin }: CorsOptions): void {
  const allowed = new Set(allowedOrigins)
  if (allowed.size === 0 && !isAppOrigin) return
  /** The requests that such a page has made. */
  const admitted = new WeakSet<FastifyRequest>()

  function varies({ url }: FastifyRequest): boolean {
    return allowed.size > 0 || STANDARD_PATH.test(url)
  }

  async function findMethods(url: string, origin: string): Promise<string | undefined> {
    if (allowed.has(origin) && isSharedApiPath(url)) return OUR_METHODS
    return STANDARD_PATH.test(url) && (await isAppOrigin?.(origin)) ? STANDARD_METHODS : undefined
  }

  /** True when the request was a preflight and has its answer. */
  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    origin: string,
  ): Promise<boolean> {
    const methods = await findMethods(request.url, origin)
    if (methods === undefined) return false
    admitted.add(request)
    if (!isPreflight(request)) return false
    reply
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': MAX_AGE_SECONDS,
      })
      .code(204)
      .send()
    return true
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin === undefined) return done()
    admit(request, reply, origin).then((isAnswered) => isAnswered || done(), done)
  })

  // At the end, so that errors carry them too: without them a page could not read the error object.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (varies(request)) {
      const vary = reply.getHeader('vary')
      reply.header('vary', vary === undefined ? 'Origin' : `${vary}, Origin`)
    }
    if (admitted.has(request)) {
      reply.headers({
        'access-control-allow-origin': request.headers.origin,
        'access-control-expose-headers': ANSWER_HEADERS,
      })
    }
    done()
  })
}

/** What an app of somebody else needs from within a browser (OAuth 2.0 for Browser-Based Apps). */
const STANDARD_PATH =
  /^\/(oauth2\/(token|revoke|userinfo|jwks)|\.well-known\/(openid-configuration|oauth-authorization-server))\/?(\?|$)/

const OUR_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const STANDARD_METHODS = 'GET, HEAD, POST'

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
  ...Object.values(tusHeaders),
].join(', ')

const ANSWER_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'Date',
  'ETag',
  'Location',
  'Retry-After',
  headers.requestId,
  ...Object.values(tusHeaders),
].join(', ')

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
