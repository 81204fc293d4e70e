import {
  type ErrorName,
  type ErrorObject,
  ServiceError,
  toServiceError,
} from '@awan/protocol/errors'

/** An answer as it came, before anyone knows what it means. */
export interface WireAnswer {
  /** 0 for a redirect, of which a browser shows nothing. */
  status: number
  text: string
  retryAfterMs?: number | undefined
}

/**
 * Says what an answer means: the JSON object of a success, or the error to throw. A body that carries
 * `error` is a failure whatever its status says. What no server of ours has written (a page of HTML
 * from a proxy, an empty or half body) is an error too, and never `unauthenticated`: a stranger on
 * the way must not sign anyone out.
 */
export function interpretAnswer(answer: WireAnswer, path: string): object {
  const { status, retryAfterMs } = answer
  const isRedirect = status < 200 || (status >= 300 && status < 400)
  const body = isRedirect ? undefined : parseJson(answer.text)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const carriesError = isObject && Object.hasOwn(body, 'error')
  if (isObject && !carriesError && status < 400) return body

  const told = carriesError ? toServiceError(body as Partial<ErrorObject>, path) : undefined
  // A gateway has words of its own, in JSON too, for a server that it cannot reach.
  const isOurs = told && !(told.error === 'unknown' && isGateway(status))
  const problem = isRedirect
    ? 'redirect refused'
    : body === undefined
      ? 'parse error'
      : 'response format error'
  const error = isOurs
    ? told
    : new ServiceError(isRedirect ? 'unreachable' : nameOfStrangeAnswer(answer), {
        description: `${problem} (HTTP ${status})`,
        uri: path,
        status,
      })
  error.retryAfterMs = retryAfterMs
  throw error
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Gateways answer for a server that they cannot reach, captive portals instead of any server. */
function nameOfStrangeAnswer({ status, text }: WireAnswer): ErrorName {
  if (status === 413) return 'invalid_argument'
  if (status === 429) return 'resource_exhausted'
  if (status >= 400 && status < 500) return 'unknown'
  return isGateway(status) || /^\s*</.test(text) ? 'unreachable' : 'internal'
}

function isGateway(status: number): boolean {
  return status >= 502 && status <= 504
}
