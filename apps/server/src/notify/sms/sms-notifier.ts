import type { Clock } from '../../kernel/clock.ts'
import { type Notifier, RefusedMessage } from '../notifier.ts'
import type { GatewayAnswer, GatewayRequest, Sms, SmsGateway } from './sms-gateway.ts'

/**
 * Sends text messages through one gateway. It does not retry: a person who waits for a
 * code requests a new one, and notices have a queue of their own.
 */
export function createSmsNotifier({
  gateway,
  clock,
  timeoutMs = TIMEOUT_MS,
}: {
  gateway: SmsGateway
  clock: Clock
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
      const problem = gateway.findProblem(await post(gateway.name, request, timeoutMs))
      if (!problem) return
      const reason = `${gateway.name} did not accept a text message: ${withoutNumbers(problem.reason)}`
      throw problem.isFinal ? new RefusedMessage(reason) : new Error(reason)
    },
    async [Symbol.asyncDispose]() {},
  }
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER_LENGTH = 64 * 1024
const MAX_REASON_LENGTH = 200

async function post(
  name: string,
  { url, headers, body }: GatewayRequest,
  timeoutMs: number,
): Promise<GatewayAnswer> {
  let status: number
  let text: string
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      // What is signed for one host is not shown to another.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    text = await response.text()
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError'
    throw new Error(isLate ? `${name} did not answer in time` : `${name} cannot be reached`, {
      cause,
    })
  }
  return { status, json: text.length > MAX_ANSWER_LENGTH ? undefined : parseJson(text) }
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
