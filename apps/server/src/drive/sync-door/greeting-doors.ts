import type { FastifyReply } from 'fastify'
import type { Door } from '../../http/mount-doors.ts'
import { replyError } from '../../http/reply-error.ts'
import { statusOf } from './announced.ts'

/** What clients ask before they sign in, and whether a device is to be wiped, which none is. */
export const greetingDoors: readonly Door[] = [
  greet('/status.php', ['GET', 'HEAD'], (reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(JSON.stringify(statusOf())),
  ),
  // Whether there is a network without a page that asks for money.
  greet('/index.php/204', ['GET', 'HEAD'], (reply) => reply.code(204).send()),
  greet('/index.php/core/wipe/check', ['POST'], (reply) =>
    reply.code(404).type('application/json').send('{}'),
  ),
]

function greet(
  path: string,
  methods: readonly string[],
  answer: (reply: FastifyReply) => FastifyReply,
): Door {
  return {
    path,
    methods,
    handle: async (_request, reply) => answer(reply),
    replyError,
  }
}
