import { createTransport } from 'nodemailer'
import { type Message, type Notifier, RefusedMessage } from './notifier.ts'

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
    // Mail holds codes: it crosses a network encrypted or not at all.
    requireTLS: !isLoopbackUrl(url),
    // A message is what we wrote; it never pulls in a file or a page.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // RFC 5322: an id is unique within the domain of its maker.
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'awan.invalid'
  return {
    channels: ['email'],
    async send(message) {
      if (message.channel !== 'email') throw new Error('SMTP sends mail only')
      const mail = {
        from,
        ...(message.id === undefined ? {} : { messageId: `<${message.id}@${domain}>` }),
        to: { name: '', address: oneAddress(message.to) },
        subject: oneLine(message.subject),
        text: message.text,
        ...(message.html === undefined ? {} : { html: message.html }),
        // RFC 3834: out-of-office programs do not answer a machine.
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message) },
      }
      try {
        await transport.sendMail(mail)
      } catch (cause) {
        throw isUnknownMailbox(cause)
          ? new RefusedMessage('no such mailbox')
          : withoutAddress(cause)
      }
    },
    async check() {
      await transport.verify()
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

/** Servers quote the address that they refuse; what is logged says only which refusal it was. */
function withoutAddress(cause: unknown): unknown {
  const { code, responseCode } = cause as Record<string, unknown>
  if (responseCode === undefined) return cause
  return new Error(`the mail server did not accept the message (${String(code)} ${responseCode})`)
}

/** RFC 2369 and RFC 8058. */
function unsubscribeHeaders({ unsubscribeUrl: url }: Message): Record<string, string> {
  if (url === undefined) return {}
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

function isLoopbackUrl(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
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

/** RFC 3463: 5.1.x says that the address is at fault, and always will be. */
function isUnknownMailbox(error: unknown): boolean {
  const { response } = error as { response?: unknown }
  return typeof response === 'string' && /^55\d[ -]5\.1\.\d/.test(response)
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
