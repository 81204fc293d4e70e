export type Channel = 'email' | 'sms'

/** A message to a person, by mail or SMS. */
export interface Message {
  channel: Channel
  to: string
  purpose: string
  /** The code inside the text, for the development outbox. */
  code?: string
  subject: string
  text: string
  /** The same content for mail programs; an SMS has none. */
  html?: string
}

export interface Notifier extends AsyncDisposable {
  /** What this one can deliver; a call that needs another channel is refused before it starts. */
  readonly channels: readonly Channel[]
  /** Resolves when the message was taken over for delivery. */
  send(message: Message): Promise<void>
}
