import { ServiceError } from '@awan/protocol/errors'
import { OutgoingError, type OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import { findReachProblem, type Reach } from '../../kernel/outgoing/reach.ts'

export type Sent = { kind: 'answered'; status: number } | { kind: 'failed'; problem: string }

const TIMEOUT_MS = 15_000
const MAX_URL_LENGTH = 2048

/** Throws `invalid_argument` for an address that no webhook may lead to, as far as its text tells. */
export function checkWebhookUrl(text: string, reach: Reach): string {
  const url = URL.parse(text)
  if (!url || text.length > MAX_URL_LENGTH) throw badUrl('is not an absolute address')
  if (url.username !== '' || url.password !== '') throw badUrl('must not contain a password')
  if (url.hash !== '' || text.includes('#')) throw badUrl('must not have a fragment')
  const problem = findReachProblem(url, reach)
  if (problem !== undefined) throw badUrl(problem)
  return url.href
}

/** Posts once and follows nobody. What the receiver says beside its status is nobody's business here. */
export async function postToWebhook(
  target: { url: string; headers: Record<string, string>; body: string },
  requests: OutgoingRequests,
  timeoutMs = TIMEOUT_MS,
): Promise<Sent> {
  try {
    const { status } = await requests.send({
      url: target.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'awan-webhooks',
        ...target.headers,
      },
      body: target.body,
      timeoutMs,
      maxBytes: 0,
    })
    return { kind: 'answered', status }
  } catch (error) {
    if (error instanceof OutgoingError) return { kind: 'failed', problem: error.message }
    throw error
  }
}

function badUrl(what: string): ServiceError {
  return new ServiceError('invalid_argument', { description: `the address of a webhook ${what}` })
}
