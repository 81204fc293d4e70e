import { ServiceError } from '@awan/protocol/errors'
import type { FastifyInstance } from 'fastify'
import { isLoopback } from './loopback.ts'

/** What the outbox shows: the latest messages, newest first. */
export interface Outbox {
  messages(): readonly {
    channel: string
    to: string
    purpose: string
    code?: string
    text: string
    at: string
  }[]
}

/** In development, from this machine alone and for no page but our own, codes can be read instead of mailed. */
export function addDevOutbox(
  app: FastifyInstance,
  outbox: Outbox,
  { publicUrl }: { publicUrl: string },
): void {
  app.get('/dev/outbox', async (request, reply) => {
    const { origin, host } = request.headers
    const isOwn = origin === undefined || origin === publicUrl || origin === `http://${host}`
    if (!isOwn || !isLoopback(request))
      throw new ServiceError('not_found', { description: 'there is no such path' })
    return reply.header('cache-control', 'no-store').send(outbox.messages())
  })
}
