import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isApiPath, LINK_PAGE } from '@awan/protocol/api-paths'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UPLOAD_WORKER_POLICY } from './security-headers.ts'

/**
 * Serves the built web app. Every address that a person can open is one page; its assets carry
 * their hash in their name and never change.
 */
export function addWebApp(app: FastifyInstance, dist: string): void {
  if (!existsSync(join(dist, 'index.html'))) {
    app.log.warn({ dist }, 'the web app is not built; only the API is served')
    return
  }
  app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    // There are more than a thousand: a route for each would take longer than the rest of the start.
    globIgnore: ['assets/**'],
    index: ['index.html'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/')
      if (UPLOAD_WORKER.test(path)) reply.header('content-security-policy', UPLOAD_WORKER_POLICY)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  )
}

/**
 * Sends the page of an address. A link has a page of its own, which is not indexed and whose address, that opens
 * the link, is sent to nobody.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.url.startsWith(LINK_PAGES)) return reply.sendFile('index.html')
  return reply
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('referrer-policy', 'no-referrer')
    .sendFile('visit.html')
}

/** Whether a person's browser asks for a page, and not a program for an answer. */
export function asksForPage(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (request.headers.accept ?? '').includes('text/html') &&
    !isApiPath(request.url) &&
    !ASSET_PATH.test(request.url)
  )
}

const LINK_PAGES = LINK_PAGE.replace('{token}', '')
const UPLOAD_WORKER = /\/assets\/upload-worker-[^/]+\.js/
const ASSET_PATH = /^\/assets([/?]|$)/
