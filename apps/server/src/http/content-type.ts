import type { FastifyRequest } from 'fastify'

// What a body is, its endpoint says; but of a content that is kept, the sender may say what it is.

const sent = new WeakMap<object, string>()

export function rememberContentType({ raw }: FastifyRequest): void {
  const type = raw.headers['content-type']
  if (type !== undefined) sent.set(raw, type)
}

/** What the sender says of the body; nothing where it only says that it is bytes, or a form. */
export function sentContentType({ raw }: FastifyRequest): string | undefined {
  const type = sent.get(raw)
  return type !== undefined && !SAYS_NOTHING.test(type) ? type : undefined
}

/** Tools put these where nobody told them anything. */
const SAYS_NOTHING = /^\s*(application\/octet-stream|application\/x-www-form-urlencoded)\s*(;|$)/i
