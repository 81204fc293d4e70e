import type { z } from 'zod'
import type { ErrorName } from './errors/index.ts'

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A body or an answer that is bytes and not JSON; it is streamed and never parsed. */
export interface Bytes {
  readonly bytes: true
  /** What OpenAPI shows of it. */
  readonly contentType: string
  /** A body that is not held to the size of a request: whoever reads it keeps what has arrived. */
  readonly anyLength?: true
}

export const bytes: Bytes = { bytes: true, contentType: 'application/octet-stream' }

export const unlimitedBytes: Bytes = { ...bytes, anyLength: true }

/**
 * One call of the wire, declared once. The server routes, validates and documents it from here
 * (OpenAPI too); the client takes only its type, so that zod stays out of the browser.
 * Parameters stand in the path as the spec writes them: `/v1/user/provider/{provider_id}`.
 */
export interface Endpoint {
  readonly method: Method
  readonly path: `/${string}`
  readonly summary: string
  /** The heading in the API document: `account`, `drive`, ... */
  readonly tag: string
  readonly params?: z.ZodObject
  /** The last parameter takes all that is left of the path, with its slashes. */
  readonly takesRestOfPath?: true
  readonly query?: z.ZodObject
  readonly body?: z.ZodType | Bytes
  /** Of a JSON body that may be longer than that of other calls. */
  readonly maxBodyBytes?: number
  /** The body may also come form-encoded, as OAuth clients send it. */
  readonly form?: true
  readonly answer: z.ZodType | Bytes
  /** Errors that a caller should expect here, beside those that every call can give. */
  readonly errors?: readonly ErrorName[]
  /** Where an error has another status here than in the catalogue. */
  readonly statuses?: Partial<Record<ErrorName, number>>
}

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler is given, after parsing. */
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
/** What a client sends. */
export type ParamsSent<E extends Endpoint> = Sent<E['params']>
export type QuerySent<E extends Endpoint> = Sent<E['query']>
export type BodySent<E extends Endpoint> = Sent<E['body']>
/** What comes back. */
export type AnswerOf<E extends Endpoint> = Parsed<E['answer']>
