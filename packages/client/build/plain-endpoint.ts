// Stands in for the protocol's `endpoint.ts` in what is published. There a call is declared by schemas;
// here by the types that they let through, so that nobody needs zod to use the client.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A body or an answer that is bytes and not JSON; it is streamed and never parsed. */
export interface Bytes {
  readonly bytes: true
  readonly contentType: string
}

/**
 * One call of the wire. Parameters stand in the path: `/drive/v1/files/{id}`.
 *
 * @example
 * interface GetFile {
 *   method: 'GET'
 *   path: '/drive/v1/files/{id}'
 *   params: { id: string }
 *   answer: { name: string }
 * }
 * await client.request<GetFile>('GET', '/drive/v1/files/{id}', { params: { id }, auth: true })
 */
export interface Endpoint {
  readonly method: Method
  readonly path: `/${string}`
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly answer: unknown
}

export type ParamsSent<E extends Endpoint> = Declared<E['params']>
export type QuerySent<E extends Endpoint> = Declared<E['query']>
export type BodySent<E extends Endpoint> = Declared<E['body']>
export type AnswerOf<E extends Endpoint> = E['answer'] extends Bytes ? undefined : E['answer']

/** A part that a call does not speak of cannot be sent. */
type Declared<T> = unknown extends T ? undefined : T
