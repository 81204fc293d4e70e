import { type ErrorObject, ServiceError, toServiceError } from '@awan/protocol/errors'

/** What the shell has said, before it is known to whom. */
export type ShellResponse = { id: string | undefined; eventId: string | undefined } & (
  | { type: 'failure'; error: ServiceError }
  | { type: 'listen' | 'normal'; params: unknown; hasParams: boolean }
)

/** Says what a response means, whatever it is: it never throws. */
export function readResponse(text: unknown): ShellResponse {
  const body = parseJson(text)
  // BRG-28
  if (body === undefined) return failure(new ServiceError('local', { description: 'parse error' }))
  if (typeof body !== 'object' || body === null) return failure(formatError())
  const { id, event_id, error, type, params } = body as Record<string, unknown>
  const names = { id: toName(id), eventId: toName(event_id) }
  // BRG-24: the shell's languages write a field that is not there as null.
  if (error !== undefined && error !== null)
    return failure(toServiceError(body as Partial<ErrorObject>), names)
  // BRG-27
  if (type !== 'listen' && type !== 'normal') return failure(formatError(), names)
  return { ...names, type, params, hasParams: 'params' in body }
}

/** BRG-27: also for an answer that has the right type and the wrong contents. */
export function formatError(): ServiceError {
  return new ServiceError('local', { description: 'response format error' })
}

/** Beyond this a name is none. */
const MAX_NAME_LENGTH = 256

function toName(value: unknown): string | undefined {
  const isName = typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH
  return isName ? value : undefined
}

function failure(
  error: ServiceError,
  names: Pick<ShellResponse, 'id' | 'eventId'> = { id: undefined, eventId: undefined },
): ShellResponse {
  return { ...names, type: 'failure', error }
}

/** The parser's own error quotes the text, which may hold a token: it goes no further. */
function parseJson(text: unknown): unknown {
  try {
    if (typeof text !== 'string') return undefined
    // Whoever copies the params field by field must not change a prototype by it.
    return JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
  } catch {
    return undefined
  }
}
