import type { AnswerOf, BodySent, Bytes, Endpoint, ParamsSent, QuerySent } from '@awan/protocol'

// The compiler writes the type of a constant out when it was given no name. These two give it none, so
// that a declaration holds what zod has inferred and not how.

/** A declared call with plain types in place of its schemas. */
export declare function writeOutCall<E extends Endpoint>(): {
  readonly method: E['method']
  readonly path: E['path']
  readonly params: ParamsSent<E>
  readonly query: QuerySent<E>
  readonly body: E['body'] extends Bytes ? E['body'] : BodySent<E>
  readonly answer: E['answer'] extends Bytes ? E['answer'] : AnswerOf<E>
}

export declare function writeOut<T>(): { [Key in keyof T]: T[Key] }
