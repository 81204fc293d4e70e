import type { Channel, Notifier } from './notifier.ts'

/** One notifier out of one per channel; a channel that nobody serves is not offered. */
export function joinNotifiers(byChannel: Partial<Record<Channel, Notifier>>): Notifier {
  const parts = new Set(Object.values(byChannel))
  const channels = (['email', 'sms'] as const).filter((channel) => byChannel[channel])
  return {
    channels,
    printed: channels.filter((channel) => byChannel[channel]?.printed?.includes(channel)),
    smsCodesOnly: byChannel.sms?.smsCodesOnly ?? false,
    async send(message) {
      const carrier = byChannel[message.channel]
      if (!carrier) throw new Error(`no carrier is set up for ${message.channel}`)
      await carrier.send(message)
    },
    // Who carries SMS is not asked: each question would be a message.
    async check() {
      await byChannel.email?.check?.()
    },
    async [Symbol.asyncDispose]() {
      for (const part of parts) await part[Symbol.asyncDispose]()
    },
  }
}
