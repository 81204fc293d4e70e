import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rememberContentType } from './content-type.ts'
import { discardBody } from './discard-body.ts'

/**
 * A part of the server that speaks a protocol of its own below one path, with methods that our own calls do not have.
 * It reads its bodies itself.
 */
export interface Door {
  /** Without a slash at the end. */
  path: string
  methods: readonly string[]
  /** Whether files are sent to it, whose bodies may take as long as they need. */
  takesFiles?: boolean
  handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  replyError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void
  /** Answers OPTIONS of `/`, where some clients begin. */
  describe?(reply: FastifyReply): FastifyReply
}

/** What Fastify knows by itself. */
const KNOWN = new Set(['GET', 'HEAD', 'TRACE', 'DELETE', 'OPTIONS', 'PATCH', 'PUT', 'POST'])

export function mountDoors(
  app: FastifyInstance,
  doors: readonly Door[],
  running: Set<Promise<unknown>>,
): void {
  for (const method of new Set(doors.flatMap(({ methods }) => methods))) {
    if (!KNOWN.has(method)) app.addHttpMethod(method, { hasBody: true })
  }
  for (const door of doors) {
    app.register(async (room) => {
      room.removeAllContentTypeParsers()
      room.addContentTypeParser('*', async (_request: FastifyRequest, body: Readable) => body)
      room.addHook('onRequest', (request, _reply, done) => {
        rememberContentType(request)
        delete request.raw.headers['content-type']
        done()
      })
      room.addHook('onResponse', (request, _reply, done) => {
        discardBody(request.raw)
        done()
      })
      // Some clients double the slash at the end of the address that a person typed.
      for (const url of [door.path, `/${door.path}`].flatMap((path) => [path, `${path}/*`])) {
        room.route({
          method: [...door.methods],
          url,
          exposeHeadRoute: false,
          // What is not a file is small, and is refused by its length.
          config: { isUnlimited: door.takesFiles === true },
          errorHandler: (error, request, reply) => door.replyError(error, request, reply),
          handler: (request, reply) => {
            const handling = door.handle(request, reply).finally(() => running.delete(handling))
            running.add(handling)
            return handling
          },
        })
      }
      const { describe } = door
      if (describe) {
        room.route({
          method: 'OPTIONS',
          url: '/',
          handler: async (_request, reply) => describe(reply),
        })
      }
    })
  }
}
