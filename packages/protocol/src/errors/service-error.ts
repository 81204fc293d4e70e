import { catalogue, type ErrorName, isErrorName, SUCCESS_CODE } from './catalogue.ts'

/** Detail types on the wire (`@type`), as the account family names them. */
export const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo'
export const LOCALIZED_MESSAGE = 'type.googleapis.com/google.rpc.LocalizedMessage'

export interface ErrorInfo {
  '@type': typeof ERROR_INFO
  reason?: string
  domain?: string
  metadata?: Record<string, string>
}

export interface LocalizedMessage {
  '@type': typeof LOCALIZED_MESSAGE
  locale?: string
  message: string
}

export type ErrorDetail = (ErrorInfo | LocalizedMessage | { '@type': string }) & {
  resource_id?: string
  [extra: string]: unknown
}

/** ENT-4: the error object, as it crosses the wire. */
export interface ErrorObject {
  error: string
  error_code: number
  error_description: string
  error_uri?: string
  details?: ErrorDetail[]
}

export interface ServiceErrorOptions {
  /** A technical sentence for developers; people see the chosen message instead. */
  description?: string
  uri?: string
  details?: ErrorDetail[]
  /** An HTTP status that says more than the name's own, such as 413. */
  status?: number
  /** The name and number that the wire gave it. */
  wire?: { name: string; code: number }
  cause?: unknown
}

/**
 * The one error class of the product, thrown by server and client alike.
 *
 * @example throw new ServiceError('expired_verification_code', { cause })
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** What to compare. An error that this build does not know is `unknown` here. */
  readonly error: ErrorName
  /** The name as the wire gave it: the same as `error`, unless that is `unknown`. */
  readonly wireName: string
  readonly code: number
  readonly status: number
  readonly description: string
  readonly details: readonly ErrorDetail[]
  uri: string | undefined
  /** Under which the server's log knows the request; set by the client that sent it. */
  requestId: string | undefined
  /** How long the answer asks to wait before the next try; set by the client that read it. */
  retryAfterMs: number | undefined

  constructor(error: ErrorName, options: ServiceErrorOptions = {}) {
    const wireName = options.wire?.name ?? error
    const description = options.description ?? wireName
    super(`${wireName}: ${description}`, { cause: options.cause })
    this.error = error
    this.wireName = wireName
    this.code = options.wire?.code ?? catalogue[error].code
    this.status = options.status ?? catalogue[error].status
    this.description = description
    this.details = options.details ?? []
    this.uri = options.uri
  }

  toJSON(): ErrorObject {
    return {
      error: this.wireName,
      error_code: this.code,
      error_description: this.description,
      ...(this.uri === undefined ? {} : { error_uri: this.uri }),
      details: [...this.details],
    }
  }
}

export function isServiceError<Name extends ErrorName>(
  thrown: unknown,
  ...names: Name[]
): thrown is ServiceError & { error: Name } {
  return (
    thrown instanceof ServiceError && (names.length === 0 || names.includes(thrown.error as Name))
  )
}

/**
 * Reads an error object from the wire, whatever its fields hold; the number is kept as it came. A name
 * that this build does not know becomes `unknown`, and keeps its own name for the message.
 */
export function toServiceError(body: Partial<ErrorObject>, uri?: string): ServiceError {
  const { error, error_code, error_description, error_uri, details } =
    body as Untrusted<ErrorObject>
  const path = uri ?? (typeof error_uri === 'string' ? error_uri : undefined)
  const options: ServiceErrorOptions = {
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    ...(typeof error_description === 'string' && error_description !== ''
      ? { description: error_description }
      : {}),
    ...(path === undefined ? {} : { uri: path }),
  }
  const known = isErrorName(error) ? error : 'unknown'
  const name = typeof error === 'string' && error !== '' ? error : 'unknown'
  // ERR-9: a failure is never 0, even if its sender says so.
  const isNumbered = Number.isSafeInteger(error_code) && error_code !== SUCCESS_CODE
  const code = isNumbered ? (error_code as number) : catalogue[known].code
  return new ServiceError(known, { ...options, wire: { name, code } })
}

type Untrusted<T> = { [Field in keyof T]?: unknown }

function isDetail(entry: unknown): entry is ErrorDetail {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
}
