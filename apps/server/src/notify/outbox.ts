/** A message to a person, by mail or SMS. */
export interface Message {
  channel: 'email' | 'sms'
  to: string
  purpose: string
  /** The code inside the text, for the development outbox. */
  code?: string
  subject: string
  text: string
}

export interface Notifier extends AsyncDisposable {
  send(message: Message): Promise<void>
}
