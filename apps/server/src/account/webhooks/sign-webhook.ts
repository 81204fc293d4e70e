import { createHmac } from 'node:crypto'
import type { Random } from '../../kernel/id.ts'

const PREFIX = 'whsec_'

export function createWebhookSecret(random: Random): string {
  return PREFIX + random.bytes(32).toString('base64')
}

/** The headers of Standard Webhooks, by which a receiver knows that the body is ours and not an old one. */
export function signWebhook(
  { id, atMs, body }: { id: string; atMs: number; body: string },
  secret: string,
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const timestamp = String(Math.floor(atMs / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
