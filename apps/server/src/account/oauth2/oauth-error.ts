import { catalogue, type ErrorName, isErrorName, ServiceError } from '@awan/protocol/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rememberRefusal } from '../../http/refusals.ts'
import { toAnswer } from '../../http/reply-error.ts'

/**
 * Errors of the standard endpoints are worded by the standards (RFC 6749, 5.2; RFC 6750, 3.1). Most of
 * their names are in our catalogue and mean the same; `invalid_client`, `unsupported_grant_type`,
 * `invalid_token` and `insufficient_scope` are not. They exist on these endpoints alone, beside the
 * number of the nearest name of the catalogue, which stays the specification's.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: 'invalid_client' | 'unsupported_grant_type' | 'invalid_request'
  readonly status: number

  constructor(error: OAuthError['error'], description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

export function replyOAuthError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { name, description, status } = toOAuth(thrown)
  if (status >= 500) request.log.error({ err: thrown }, 'request failed')
  rememberRefusal(request, name)
  if (status === 401) reply.header('www-authenticate', challenge(name, description))
  reply
    .header('cache-control', 'no-store')
    .code(status)
    .send({ error: name, error_code: codeOf(name), error_description: description })
}

interface OAuthAnswer {
  name: string
  description: string
  status: number
}

function toOAuth(thrown: unknown): OAuthAnswer {
  if (thrown instanceof OAuthError) {
    return { name: thrown.error, description: toAscii(thrown.message), status: thrown.status }
  }
  const { error, status } = toAnswer(thrown)
  const description = toAscii(error.description)
  const known = renamed[error.error]
  if (known) return { name: known[0], description, status: known[1] }
  if (status >= 500) return { name: 'server_error', description, status }
  if (error instanceof ServiceError && sameNames.has(error.error)) {
    return { name: error.error, description, status: 400 }
  }
  // Whatever keeps an account from being used: the grant is good for nothing.
  return { name: 'invalid_grant', description, status: 400 }
}

const sameNames = new Set<string>([
  'invalid_request',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'access_denied',
  'authorization_pending',
  'slow_down',
  'expired_token',
])

const renamed: Readonly<Record<string, readonly [name: string, status: number]>> = {
  invalid_argument: ['invalid_request', 400],
  invalid_request_uri: ['invalid_request', 400],
  not_found: ['invalid_request', 400],
  unauthenticated: ['invalid_token', 401],
  permission_denied: ['insufficient_scope', 403],
  resource_exhausted: ['temporarily_unavailable', 429],
}

function codeOf(name: string): number {
  const nearest = foreignNames[name] ?? name
  return catalogue[isErrorName(nearest) ? nearest : 'unknown'].code
}

const foreignNames: Readonly<Record<string, ErrorName>> = {
  invalid_client: 'unauthorized_client',
  unsupported_grant_type: 'invalid_request',
  invalid_token: 'unauthenticated',
  insufficient_scope: 'permission_denied',
}

function challenge(name: string, description: string): string {
  if (name === 'invalid_client') return 'Basic realm="awan"'
  return `Bearer realm="awan", error="${name}", error_description="${description}"`
}

/** RFC 6749, 5.2: visible ASCII without quotes and backslashes. */
function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, '')
}
