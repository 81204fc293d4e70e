import { catalogue, type ErrorName, isErrorName } from './catalogue.ts'

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

/** The error object of the spec, as it crosses the wire. */
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
  cause?: unknown
}

/**
 * The one error class of the product, thrown by server and client alike.
 *
 * @example throw new ServiceError('expired_verification_code', { cause })
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly error: ErrorName
  readonly code: number
  readonly status: number
  readonly description: string
  readonly details: readonly ErrorDetail[]
  uri: string | undefined

  constructor(error: ErrorName, options: ServiceErrorOptions = {}) {
    const description = options.description ?? error
    super(`${error}: ${description}`, { cause: options.cause })
    this.error = error
    this.code = catalogue[error].code
    this.status = catalogue[error].status
    this.description = description
    this.details = options.details ?? []
    this.uri = options.uri
  }

  toJSON(): ErrorObject {
    return {
      error: this.error,
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

/** Reads an error object from the wire; a name that this build does not know becomes `unknown`. */
export function toServiceError(body: Partial<ErrorObject>, uri?: string): ServiceError {
  const known = isErrorName(body.error)
  return new ServiceError(known ? (body.error as ErrorName) : 'unknown', {
    description: known
      ? (body.error_description ?? '')
      : `[${String(body.error)}] ${body.error_description ?? ''}`,
    details: Array.isArray(body.details) ? body.details : [],
    ...(uri === undefined ? {} : { uri }),
  })
}
