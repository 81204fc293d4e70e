import type { AnswerOf, BodySent, Bytes, Endpoint, ParamsSent, QuerySent } from '@awan/protocol'

/** What a caller may say about any call, whatever it carries. */
export interface CallOptions {
  /**
   * Send the Authorization header, and renew the credentials when the server asks for it; `optional`
   * sends it only if somebody is signed in.
   */
  auth?: boolean | 'optional'
  /** Solve a captcha when the server asks for one; `meta` is the contact used in the call. */
  captcha?: { meta: Record<string, string> }
  headers?: Record<string, string>
  /** Below 100 the default, 10000, applies. */
  timeoutMs?: number | undefined
  /** How often a failed call is repeated, 0 to 4; 2 by default. */
  retry?: number | undefined
  /** Aborting it rejects the call with `cancelled`. */
  signal?: AbortSignal | undefined
}

export type BinaryBody = Uint8Array<ArrayBuffer> | Blob

type Field<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

/** The options of one declared call: its params, query and body are checked by the compiler. */
export type RequestOptions<E extends Endpoint> = CallOptions &
  Field<'params', ParamsSent<E>> &
  Field<'query', QuerySent<E>> &
  Field<'body', E['body'] extends Bytes ? BinaryBody : BodySent<E>>

export type RequestArguments<E extends Endpoint> =
  Record<never, never> extends RequestOptions<E>
    ? [options?: RequestOptions<E>]
    : [options: RequestOptions<E>]

/** REQ-2: used as it is, whatever the configured origins. */
export type FullUrl = `http://${string}` | `https://${string}`

/** One call of the wire. The compiler checks method and path against the declared endpoint. */
export type RequestFunction = <E extends Endpoint>(
  method: E['method'],
  path: E['path'] | FullUrl,
  ...options: RequestArguments<E>
) => Promise<AnswerOf<E>>

/** The same for a call that is answered with bytes. */
export type OpenFunction = <E extends Endpoint & { answer: Bytes }>(
  method: E['method'],
  path: E['path'] | FullUrl,
  ...options: RequestArguments<E>
) => Promise<Response>

/** A call when its types no longer matter: on its way to the wire. */
export interface Call extends CallOptions {
  /** GET by default. */
  method?: string
  /** As declared, `/drive/v1/files/{id}`, or a full URL, which is used as it is. */
  path: string
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** One per call, kept when it is repeated. */
  requestId?: string
}
