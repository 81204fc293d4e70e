export type Channel = 'email' | 'sms'

/** A message to a person, by mail or SMS. */
export interface Message {
  channel: Channel
  to: string
  purpose: string
  /** The code inside the text, for gateways with templates and for the development outbox. */
  code?: string
  /** How long the code is good; some templates say it. */
  codeMinutes?: number
  subject: string
  text: string
  /** The same content for mail programs; an SMS has none. */
  html?: string
  /** RFC 8058: mail programs offer their user to stop such mails by one click. */
  unsubscribeUrl?: string
  /** Stays the same when a message is sent again, so that a reader's program can see it is one. */
  id?: string
}

export interface Notifier extends AsyncDisposable {
  /** What this one can deliver; a call that needs another channel is refused before it starts. */
  readonly channels: readonly Channel[]
  /** Gateways whose texts are approved beforehand carry a code by SMS and nothing else. */
  readonly smsCodesOnly?: boolean
  /** Of the channels, those whose messages are shown in the terminal and go no further. */
  readonly printed?: readonly Channel[]
  /**
   * Resolves when the message was taken over for delivery. Rejects with a `RefusedMessage` when trying
   * again is useless, with anything else when it may help.
   */
  send(message: Message): Promise<void>
  /** Throws when the carrier does not answer; absent where there is nobody to ask. */
  check?(): Promise<void>
}

/** The carrier will never take this message: the number or the mailbox does not exist. */
export class RefusedMessage extends Error {
  override name = 'RefusedMessage'
}
