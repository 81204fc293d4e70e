import type { ErrorInfo, ServiceError } from '@awan/protocol/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rememberRefusal } from '../../http/refusals.ts'
import { toAnswer } from '../../http/reply-error.ts'
import { isLocked } from '../access/locks.ts'
import { DavRefusal } from './refusal.ts'
import { escapeXml, XML_HEAD, XML_TYPE } from './write-xml.ts'

/** What clients of WebDAV read: a status first of all, and a sentence that some of them show. */
export function replyDavError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { error, status: ownStatus } = toAnswer(thrown)
  const status = isFull(error) ? 507 : ownStatus
  if (status === 500 || status === 503) request.log.error({ err: thrown }, 'request failed')
  else request.log.debug({ error: error.error, description: error.description }, 'request refused')
  rememberRefusal(request, error.error)
  if (reply.raw.headersSent) return void reply.raw.destroy()
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Awan", charset="UTF-8"')
  const retryAfter = error.details.flatMap(({ metadata }) => retryAfterOf(metadata))[0]
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  reply
    .header('cache-control', 'no-store')
    .code(status)
    .type(XML_TYPE)
    .send(
      `${XML_HEAD}<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">${conditionOf(error, request)}` +
        `<s:exception>${error.error}</s:exception><s:message>${escapeXml(error.description)}</s:message></d:error>`,
    )
}

function conditionOf(error: ServiceError, request: FastifyRequest): string {
  if (isFull(error)) return '<d:quota-not-exceeded/>'
  if (error instanceof DavRefusal) {
    const hrefs = error.hrefs.map((href) => `<d:href>${escapeXml(href)}</d:href>`).join('')
    return hrefs === ''
      ? `<d:${error.condition}/>`
      : `<d:${error.condition}>${hrefs}</d:${error.condition}>`
  }
  if (!isLocked(error)) return ''
  const href = escapeXml(request.url.replace(/[?#].*$/s, ''))
  return `<d:lock-token-submitted><d:href>${href}</d:href></d:lock-token-submitted>`
}

function isFull({ details }: ServiceError): boolean {
  return (details as readonly ErrorInfo[]).some(({ reason }) => reason === 'QUOTA_EXCEEDED')
}

function retryAfterOf(metadata: unknown): string[] {
  const value = (metadata as Record<string, unknown> | undefined)?.retry_after
  return typeof value === 'string' ? [value] : []
}
