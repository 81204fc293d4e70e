import { catalogue, isErrorName } from '@awan/protocol/errors'
import type { Operation } from './read-api.ts'
import type { CallerKind } from './requests.ts'
import type { Answer, SentRequest } from './send.ts'

export interface Judged {
  operation: Operation
  sent: SentRequest
  caller: CallerKind
  /** What the request carried that no error repeats. */
  own: readonly string[]
  /** What is another person's, and stands in no answer at all. */
  foreign: readonly string[]
}

/** Names that the standards give on their own endpoints and our catalogue does not have. */
const STANDARD_NAMES = [
  'invalid_client',
  'unsupported_grant_type',
  'invalid_token',
  'insufficient_scope',
]

const HEADERS = ['content-security-policy', 'referrer-policy', 'x-request-id', 'permissions-policy']

/** What is wrong with an answer; undefined when it is as it should be, whatever was asked. */
export function judge(request: Judged, answer: Answer): string | undefined {
  return (
    judgeFailure(request, answer) ??
    judgeHeaders(answer) ??
    judgeRights(request, answer) ??
    judgeForeign(request, answer) ??
    (answer.status >= 400 ? judgeError(request, answer) : judgeSuccess(request, answer))
  )
}

function judgeFailure({ operation }: Judged, { status, text }: Answer): string | undefined {
  if (status < 500) return undefined
  const { error } = parse(text) ?? {}
  const named = operation.ownFailures[status]
  if (named && typeof error === 'string' && named.includes(error)) return undefined
  return `answers ${status}, which the document does not name`
}

function judgeHeaders({ headers, status }: Answer): string | undefined {
  // Refused by the HTTP parser, before there is a request.
  if (status === 431) return undefined
  if (headers['x-content-type-options'] !== 'nosniff') return 'lacks nosniff'
  const missing = HEADERS.find((name) => headers[name] === undefined)
  if (missing) return `lacks the header ${missing}`
  if (headers['set-cookie']) return 'sets a cookie'
  if (status >= 400 && headers['cache-control'] !== 'no-store') return 'lets an error be stored'
  return undefined
}

/** Nobody does what is not theirs, however the request looks. */
function judgeRights({ operation, sent, caller }: Judged, { status }: Answer): string | undefined {
  if (status >= 300 || sent.method !== operation.method) return undefined
  const { needs, scope } = operation
  if (needs === 'nobody') return undefined
  if (caller === 'nobody' || caller === 'forger') return 'lets anybody in'
  if (needs === 'administrator' && caller !== 'administrator') return 'is for administrators'
  if (caller === 'app' && !['drive', 'openid'].includes(scope)) return 'lets an app in'
  if (operation.needsSudo && !carries(sent, 'sudo')) return 'asks for no sudo token'
  return undefined
}

function judgeForeign({ sent, foreign }: Judged, { text, headers }: Answer): string | undefined {
  const told = text + JSON.stringify(headers)
  const found = foreign.find((secret) => told.includes(secret) && !carries(sent, secret))
  return found && `tells what is another person's: ${found.slice(0, 24)}`
}

function carries({ path, headers, body = '' }: SentRequest, text: string): boolean {
  return `${path} ${JSON.stringify(headers)} ${body}`.includes(text)
}

function judgeError({ operation, sent, own }: Judged, { text }: Answer): string | undefined {
  if (sent.method === 'HEAD') return undefined
  const body = parse(text)
  if (!body) return 'gives an error that is no object'
  const { error, error_code, error_description, details } = body
  if (typeof error_description !== 'string') return 'gives an error without a description'
  if (details !== undefined && !Array.isArray(details)) return 'gives details that are no list'
  const isStandard = operation.path.startsWith('/oauth2/') && STANDARD_NAMES.includes(String(error))
  if (!isStandard && !isErrorName(error)) return 'gives an error without a known name'
  if (isErrorName(error) && catalogue[error].code !== error_code) return 'gives a wrong number'
  if (!Number.isInteger(error_code)) return 'gives no number'
  if (/node_modules|\.ts:\d+|\n\s+at |SQLITE|sqlite3|postgres/i.test(text))
    return 'shows its inside'
  if (own.some((secret) => text.includes(secret))) return 'repeats a secret'
  return undefined
}

function judgeSuccess({ operation, sent }: Judged, answer: Answer): string | undefined {
  const isDeclared = sent.method === operation.method && answer.status === 200
  if (!isDeclared || !operation.answersJson) return undefined
  const body = parse(answer.text)
  if (!body) return 'answers no JSON object'
  if ('error' in body) return 'puts an error into a success'
  return undefined
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
