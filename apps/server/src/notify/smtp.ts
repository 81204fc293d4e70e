import { createTransport } from 'nodemailer'
import type { Message, Notifier } from './notifier.ts'

/**
 * Sends mail over SMTP. Limits on time keep a dead mail server from holding callers; they see a
 * rejection and can try again.
 *
 * @example createSmtpNotifier({ url: 'smtps://user:secret@mail.example.org', from: 'Awan <awan@example.org>' })
 */
export function createSmtpNotifier({ url, from }: { url: string; from: string }): Notifier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    dnsTimeout: CONNECT_MS,
    // A message is what we wrote; it never pulls in a file or a page.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    channels: ['email'],
    async send(message) {
      if (message.channel !== 'email') throw new Error('SMTP carries mail only')
      await transport.sendMail({
        from,
        to: { name: '', address: oneAddress(message.to) },
        subject: oneLine(message.subject),
        text: message.text,
        ...(message.html === undefined ? {} : { html: message.html }),
        // RFC 3834: out-of-office programs do not answer a machine.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

const CONNECT_MS = 5_000
const SOCKET_MS = 10_000

/** Refuses what could be read as a second address or a second header line. */
function oneAddress(to: Message['to']): string {
  if (!/^[^\s,;:<>()"\\\p{Cc}]+@[^\s,;:<>()"\\\p{Cc}@]+$/u.test(to)) {
    throw new Error('not a plain mail address')
  }
  return to
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
