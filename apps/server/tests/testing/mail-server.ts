import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { Secret } from '../../src/kernel/secret.ts'

export interface Arrived {
  to: string
  subject: string
  text: string
}

/** A real mail server whose owner can be out to lunch. */
export async function startMailServer() {
  const arrived: Arrived[] = []
  const state = { isDown: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(state.isDown ? Object.assign(new Error('4.3.2 later'), { responseCode: 451 }) : null),
    async onData(stream, session, done) {
      try {
        const raw = Buffer.concat(await Array.fromAsync(stream)).toString()
        const { subject = '', text = '' } = await PostalMime.parse(raw)
        for (const { address } of session.envelope.rcptTo)
          arrived.push({ to: address, subject, text })
        done()
      } catch (error) {
        // Whoever was killed hung up in the middle of a sentence: half a letter is none.
        done(error as Error)
      }
    },
  })
  // The same, between two sentences.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    arrived,
    state,
    mail: {
      kind: 'smtp',
      url: new Secret(`smtp://127.0.0.1:${port}`),
      from: 'Awan <awan@drive.example>',
    } as const,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export const codeIn = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''
