import { TUS_BODY_TYPE, TUS_VERSION, tusHeaders } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'

type HeaderName = (typeof tusHeaders)[keyof typeof tusHeaders]

/** The whole of it: metadata is longer than what other headers are held to. */
export function tusHeader(request: FastifyRequest, name: HeaderName): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Nothing is done for a client that speaks another version. */
export function checkVersion(request: FastifyRequest): void {
  if (tusHeader(request, tusHeaders.resumable) === TUS_VERSION) return
  throw new ServiceError('failed_precondition', {
    description: `Tus-Resumable must be ${TUS_VERSION}`,
  })
}

/** A whole number of bytes; undefined where the header is missing. */
export function byteCount(
  request: FastifyRequest,
  name: typeof tusHeaders.length | typeof tusHeaders.offset,
): number | undefined {
  const header = tusHeader(request, name)
  if (header === undefined) return undefined
  const count = /^\d{1,16}$/.test(header) ? Number(header) : Number.NaN
  if (Number.isSafeInteger(count)) return count
  throw new ServiceError('invalid_argument', { description: `${name} must be a number of bytes` })
}

/** Routes forget the type of a body, for elsewhere it does not matter; the parser's list still has it. */
export function carriesBytes({ raw }: FastifyRequest): boolean {
  const at = raw.rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type',
  )
  return raw.rawHeaders[at + 1]?.toLowerCase() === TUS_BODY_TYPE
}

export function requireBytes(request: FastifyRequest): void {
  if (carriesBytes(request)) return
  throw new ServiceError('invalid_argument', {
    description: `Content-Type must be ${TUS_BODY_TYPE}`,
    status: 415,
  })
}
