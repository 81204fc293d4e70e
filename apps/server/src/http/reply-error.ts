import { type ErrorName, ServiceError } from '@awan/protocol/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { rememberRefusal } from './refusals.ts'

/** The one place that turns whatever was thrown into the spec's error object. */
export function replyError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { error, status } = toAnswer(thrown)
  // 501 answers what the caller asked for, and is nothing that an operator could mend.
  if (status >= 500 && status !== 501) request.log.error({ err: thrown }, 'request failed')
  else request.log.debug({ error: error.error, description: error.description }, 'request refused')
  rememberRefusal(request, error.error)
  error.uri ??= pathOf(request.url)
  const retryAfter = retryAfterSeconds(error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  reply.header('cache-control', 'no-store').code(status).send(error.toJSON())
}

export function toAnswer(thrown: unknown): { error: ServiceError; status: number } {
  // What went wrong first is the answer, not what could not be cleared away after it.
  if (thrown instanceof SuppressedError) return toAnswer(thrown.suppressed)
  if (thrown instanceof ServiceError) {
    return { error: isOurFault(thrown) ? hidden(thrown.error) : thrown, status: thrown.status }
  }
  const { code, statusCode } = (thrown ?? {}) as Partial<FastifyError>
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const description = FASTIFY_REFUSALS[code ?? ''] ?? 'the request cannot be read'
    return { error: new ServiceError('invalid_argument', { description }), status: statusCode }
  }
  return { error: hidden('internal'), status: 500 }
}

/** A limit says in its details when it is over; HTTP has a header for that. */
function retryAfterSeconds({ details }: ServiceError): string | undefined {
  for (const { metadata } of details as readonly { metadata?: Record<string, unknown> }[]) {
    if (typeof metadata?.retry_after === 'string') return metadata.retry_after
  }
  return undefined
}

/** What Fastify itself refuses, in words that do not depend on its version. */
const FASTIFY_REFUSALS: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'the body is larger than this call allows',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH:
    'the body does not have the length that its Content-Length says',
  FST_ERR_BAD_URL: 'the path is not a valid URL path',
  FST_ERR_ROUTE_MAX_PARAM_LENGTH: 'the path is too long',
}

function isOurFault(error: ServiceError): boolean {
  return error.error === 'internal' || error.error === 'unknown'
}

/** Whatever went wrong inside stays in the log; the caller has the request id to ask with. */
function hidden(name: ErrorName): ServiceError {
  return new ServiceError(name, {
    description: 'internal error; the log of the server explains it under the request id',
  })
}

export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}
