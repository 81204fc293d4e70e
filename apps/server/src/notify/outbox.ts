import type { Clock } from '../kernel/clock.ts'
import type { Channel, Notifier } from './notifier.ts'

export interface OutboxEntry {
  channel: Channel
  to: string
  purpose: string
  code?: string
  text: string
  /** RFC 3339, UTC. */
  at: string
}

export interface Outbox extends Notifier {
  /** Newest first. */
  messages(): OutboxEntry[]
}

/**
 * Keeps messages instead of sending them, for a server without a mail transport: its operator reads
 * the code in the terminal, a test reads it here. Old messages fall out, so memory stays bounded.
 */
export function createOutbox({
  clock,
  print,
  keep = 100,
}: {
  clock: Clock
  print: (line: string) => void
  keep?: number
}): Outbox {
  const entries: OutboxEntry[] = []
  return {
    channels: ['email', 'sms'],
    printed: ['email', 'sms'],
    async send({ channel, to, purpose, code, subject, text }) {
      const at = new Date(clock.now()).toISOString()
      entries.unshift({ channel, to, purpose, ...(code && { code }), text, at })
      entries.length = Math.min(entries.length, keep)
      print(`[outbox] ${channel} to ${to}: ${code ? `code ${code}` : subject}`)
    },
    messages: () => [...entries],
    async [Symbol.asyncDispose]() {
      entries.length = 0
    },
  }
}
