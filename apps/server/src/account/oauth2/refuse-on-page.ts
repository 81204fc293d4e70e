import type { FastifyReply, FastifyRequest } from 'fastify'
import { rememberRefusal } from '../../http/refusals.ts'
import { toAnswer } from '../../http/reply-error.ts'
import { addToUri } from '../authorize/add-to-uri.ts'
import { replyOAuthError } from './oauth-error.ts'

/**
 * A person who comes with a request that is wrong reads so on a page of ours; a program is answered
 * as the standards say. Neither is sent to the address that the request names.
 */
export function refuseOnPage(pageUrl: string) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { error, status } = toAnswer(thrown)
    if (status >= 500 || !request.headers.accept?.includes('text/html')) {
      replyOAuthError(thrown, request, reply)
      return
    }
    rememberRefusal(request, error.error)
    reply
      .header('cache-control', 'no-store')
      .redirect(addToUri(pageUrl, { error: error.error }), 303)
  }
}
