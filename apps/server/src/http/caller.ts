import { randomUUID } from 'node:crypto'
import { headers } from '@awan/protocol'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './route.ts'

/** Where the call came from. Every header is optional and none is believed beyond its length. */
export function readCaller(
  request: FastifyRequest,
  sent: { body: unknown; query: unknown },
): Caller {
  return {
    address: request.ip,
    clientId:
      header(request, headers.clientId) ??
      field(sent.body, 'client_id') ??
      field(sent.query, 'client_id'),
    deviceId: header(request, headers.deviceId),
    deviceName: nameHeader(request, headers.deviceName),
    userAgent: header(request, 'user-agent'),
    locale: header(request, 'accept-language'),
    requestId: request.id,
  }
}

/** The caller's own request id if it is a sane one, so that both logs can be joined. */
export function requestId(request: { headers: Record<string, unknown> }): string {
  const given = request.headers[headers.requestId]
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given)
    ? given
    : randomUUID().replaceAll('-', '')
}

/** User agents are cut here before anything parses them. */
const MAX_HEADER_LENGTH = 500

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_HEADER_LENGTH) : undefined
}

/**
 * A name that people read. Clients send it percent-encoded, since a header takes only Latin letters; others
 * may send it as it is. Characters that would break or turn a line are left out.
 */
function nameHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  if (typeof value !== 'string') return undefined
  const shown = decoded(value.slice(0, MAX_ENCODED_LENGTH)).replace(UNPRINTABLE, ' ').trim()
  return shown === '' ? undefined : shown.slice(0, MAX_HEADER_LENGTH)
}

/** 256 letters of three bytes each, which is as much as our client sends. */
const MAX_ENCODED_LENGTH = 256 * 9
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function field(part: unknown, name: string): string | undefined {
  const value = (part as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_HEADER_LENGTH) : undefined
}
