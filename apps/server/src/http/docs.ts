import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { renderApiPage } from './api-page.ts'
import { type ApiDocument, describeApi } from './openapi.ts'
import type { Route } from './route.ts'

/** The API document, for machines at /openapi.json and for people at /docs/api. */
export function addDocs(
  app: FastifyInstance,
  routes: readonly Route[],
  info: { version: string; publicUrl: string },
): void {
  // Made for the first who asks, and kept: to describe every call takes as long as to mount it, and anybody may ask.
  let made: { json: Buffer; page: Buffer } | undefined
  const read = () => (made ??= writeDocs(describeApi(routes, info)))
  const style = readFileSync(new URL('./api-page.css', import.meta.url))

  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(read().json),
  )
  app.get('/docs/api', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(read().page),
  )
  app.get('/docs/api.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  )
}

function writeDocs(document: ApiDocument): { json: Buffer; page: Buffer } {
  return {
    json: Buffer.from(JSON.stringify(document)),
    page: Buffer.from(renderApiPage(document)),
  }
}
