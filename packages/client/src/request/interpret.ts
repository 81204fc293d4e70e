import {
  type ErrorName,
  type ErrorObject,
  ServiceError,
  toServiceError,
} from '@awan/protocol/errors'

/** An answer as it came, before anyone knows what it means. */
export interface WireAnswer {
  status: number
  text: string
}

/**
 * Says what an answer means: the JSON object of a success, or the error to throw. A body that carries
 * `error` is a failure whatever its status says. What no server of ours has written (a page of HTML
 * from a proxy, an empty or half body) is an error too, and never `unauthenticated`: a stranger on
 * the way must not sign anyone out.
 */
export function interpretAnswer({ status, text }: WireAnswer, path: string): object {
  const body = parseJson(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    if ('error' in body && body.error) throw toServiceError(body as Partial<ErrorObject>, path)
    if (status < 400) return body
  }
  throw new ServiceError(nameOfStrangeAnswer(status, text), {
    description: `${body === undefined ? 'parse error' : 'response format error'} (HTTP ${status})`,
    uri: path,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Gateways answer for a server that they cannot reach, captive portals instead of any server. */
function nameOfStrangeAnswer(status: number, text: string): ErrorName {
  if (status === 429) return 'resource_exhausted'
  if (status >= 400 && status < 500) return 'unknown'
  const isGateway = status === 502 || status === 503 || status === 504
  return isGateway || /^\s*</.test(text) ? 'unreachable' : 'internal'
}
