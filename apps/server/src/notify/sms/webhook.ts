import { createHmac } from 'node:crypto'
import { createId, type Random } from '../../kernel/id.ts'
import type { Secret } from '../../kernel/secret.ts'
import { type SmsGateway, textAt } from './sms-gateway.ts'

export interface SmsWebhookOptions {
  url: string
  secret: Secret
}

/**
 * Any gateway that somebody wires up: a JSON object, signed as Standard Webhooks has it. The id of a
 * message stays the same when it is sent again; 2xx says that it was taken over, 4xx with
 * `{"refused": true}` that its number is at fault.
 */
export function createSmsWebhook(
  { url, secret }: SmsWebhookOptions,
  { random }: { random: Random },
): SmsGateway {
  const key = signingKey(secret.reveal())
  return {
    name: 'the SMS webhook',
    codesOnly: false,
    write({ id: givenId, to, text, code, purpose }, nowMs) {
      const id = `sms_${givenId ?? createId(random, nowMs)}`
      const timestamp = Math.floor(nowMs / 1000)
      const body = JSON.stringify({ to, text, purpose, ...(code === undefined ? {} : { code }) })
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
      return {
        url,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v1,${signature.digest('base64')}`,
        },
        body,
      }
    },
    findProblem({ status, json }) {
      if (status >= 200 && status < 300) return undefined
      const isFinal = (json as { refused?: unknown } | null | undefined)?.refused === true
      return { reason: textAt(json, 'error') ?? `it answered ${status}`, isFinal }
    },
  }
}

/** `whsec_` and base64, as the standard writes keys; any other text is taken letter by letter. */
function signingKey(secret: string): Buffer {
  return secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret)
}
