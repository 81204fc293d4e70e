import type { Clock } from '../../kernel/clock.ts'
import { OutgoingError, type OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import { type Notifier, RefusedMessage } from '../notifier.ts'
import type { GatewayAnswer, GatewayRequest, Sms, SmsGateway } from './sms-gateway.ts'

/**
 * Sends text messages through one gateway. It does not retry: a person who waits for a
 * code requests a new one, and notices have a queue of their own.
 */
export function createSmsNotifier({
  gateway,
  clock,
  requests,
  timeoutMs = TIMEOUT_MS,
}: {
  gateway: SmsGateway
  clock: Clock
  requests: OutgoingRequests
  timeoutMs?: number
}): Notifier {
  return {
    channels: ['sms'],
    smsCodesOnly: gateway.codesOnly,
    async send(message) {
      if (message.channel !== 'sms') throw new Error('an SMS gateway sends text messages only')
      if (!/^\+[1-9]\d{4,14}$/.test(message.to)) throw new RefusedMessage('not a phone number')
      if (gateway.codesOnly && message.code === undefined) {
        throw new RefusedMessage(`${gateway.name} sends codes only`)
      }
      const request = gateway.write(message as Sms, clock.now())
      const problem = gateway.findProblem(
        await post(gateway.name, request, { requests, timeoutMs }),
      )
      if (!problem) return
      const reason = `${gateway.name} did not accept a text message: ${withoutNumbers(problem.reason)}`
      throw problem.isFinal ? new RefusedMessage(reason) : new Error(reason)
    },
    async [Symbol.asyncDispose]() {},
  }
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_REASON_LENGTH = 200

async function post(
  name: string,
  { url, headers, body }: GatewayRequest,
  { requests, timeoutMs }: { requests: OutgoingRequests; timeoutMs: number },
): Promise<GatewayAnswer> {
  try {
    const answer = await requests.send({
      url,
      method: 'POST',
      headers,
      body,
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    if (answer.status >= 300 && answer.status < 400) throw new Error('it answered with a redirect')
    return { status: answer.status, json: parseJson(answer.body.toString()) }
  } catch (cause) {
    const isLate = cause instanceof OutgoingError && cause.problem === 'late'
    throw new Error(isLate ? `${name} did not answer in time` : `${name} cannot be reached`, {
      cause,
    })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Gateways repeat the number in their complaint; a log has no use for it. */
function withoutNumbers(reason: string): string {
  return reason.replace(/\+?\d{7,}/g, '…').slice(0, MAX_REASON_LENGTH)
}
