import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { type Locale, locales } from '@awan/protocol'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { type Message, RefusedMessage } from './notifier.ts'
import { createSmtpNotifier } from './smtp.ts'
import { createMail, type Mail } from './templates/create-mail.ts'

interface Received {
  recipients: string[]
  mail: Email
  raw: string
}

/** A real SMTP server on loopback that keeps what it is given. */
async function startMailServer() {
  const received: Received[] = []
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'awan' && password === 's3cret&'
        ? done(null, { user: username })
        : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) => {
      const refusals: Record<string, [number, string]> = {
        'nobody@example.org': [550, '5.1.1 no such user here'],
        'busy@example.org': [450, '4.2.1 try again later'],
        'spam@example.org': [550, '5.7.1 we do not like you'],
      }
      const [responseCode, text] = refusals[address] ?? []
      done(text === undefined ? null : Object.assign(new Error(text), { responseCode }))
    },
    async onData(stream, session, done) {
      const raw = Buffer.concat(await Array.fromAsync(stream)).toString()
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      received.push({ recipients, raw, mail: await PostalMime.parse(raw) })
      done()
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    received,
    url: `smtp://awan:s3cret%26@127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const options = { to: 'rahma@example.org', purpose: 'REGISTER', publicUrl: 'https://drive.example' }
const codeMail: Mail = { kind: 'code', code: '042137', minutes: 10 }

async function deliver(messages: Message[]): Promise<Received[]> {
  await using server = await startMailServer()
  await using notifier = createSmtpNotifier({ url: server.url, from: 'Awan <awan@drive.example>' })
  for (const message of messages) await notifier.send(message)
  return server.received
}

describe('mail over SMTP', () => {
  test('a mail arrives with text and HTML and the right sender and recipient', async () => {
    const [got] = await deliver([createMail(codeMail, { ...options, locale: 'en' })])
    expect(got?.recipients).toEqual(['rahma@example.org'])
    expect(got?.mail.from).toMatchObject({ name: 'Awan', address: 'awan@drive.example' })
    expect(got?.mail.subject).toBe('Your Awan code: 042137')
    expect(got?.mail.text).toContain('042137')
    expect(got?.mail.html).toContain('042137')
    expect(got?.mail.html).not.toMatch(/<script|<img|http:/)
    expect(got?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  })

  test('a mail arrives unchanged in each of the six languages', async () => {
    const mails = locales.map((locale) => createMail(codeMail, { ...options, locale }))
    const got = await deliver(mails)
    expect(new Set(got.map(({ mail }) => mail.subject)).size).toBe(6)
    got.forEach(({ mail }, i) => {
      expect(mail.subject).toBe(mails[i]?.subject)
      expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(mails[i]?.text.trim())
      expect(mail.html?.trim()).toBe(mails[i]?.html?.trim())
    })
    expect(got.at(-1)?.mail.html).toContain('<html lang="zh-Hant">')
  })

  test('text in a mail cannot add headers or recipients', async () => {
    const base = createMail(codeMail, { ...options, locale: 'en' })
    const [got] = await deliver([
      { ...base, subject: 'Hi\r\nBcc: spy@evil.example\r\n\r\n<b>body</b>' },
    ])
    expect(got?.recipients).toEqual(['rahma@example.org'])
    expect(got?.mail.subject).toBe('Hi Bcc: spy@evil.example <b>body</b>')
    expect(got?.mail.bcc).toBeUndefined()
    for (const to of [
      'a@b.example\r\nBcc: spy@evil.example',
      'a@b.example, spy@evil.example',
      'a@b.example;spy@evil.example',
      'x <spy@evil.example>',
      'group: a@b.example',
      '"a@b.example" <spy@evil.example>',
    ]) {
      await expect(deliver([{ ...base, to }])).rejects.toThrow('not a plain mail address')
    }
  })

  test('sending fails when the server refuses or is down, and the error contains no password', async () => {
    await using server = await startMailServer()
    const url = server.url.replace('s3cret%26', 'wrong-pass')
    await using notifier = createSmtpNotifier({ url, from: 'awan@drive.example' })
    const message = createMail(codeMail, { ...options, locale: 'en' })
    const refused = await notifier.send(message).catch((error: Error) => error)
    expect(refused).toBeInstanceOf(Error)
    expect(String((refused as Error).stack)).not.toContain('wrong-pass')

    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await using nowhere = createSmtpNotifier({
      url: `smtp://127.0.0.1:${port}`,
      from: 'awan@drive.example',
    })
    await expect(nowhere.send(message)).rejects.toThrow(/ECONNREFUSED/)
  })

  test('a mail that is sent again carries the same Message-ID', async () => {
    const message = { ...createMail(codeMail, { ...options, locale: 'en' }), id: 'm1' }
    const got = await deliver([message, message])
    expect(got.map(({ mail }) => mail.messageId)).toEqual([
      '<m1@drive.example>',
      '<m1@drive.example>',
    ])
  })

  test('a mail that can be stopped carries the headers for unsubscribing by one click, and others do not', async () => {
    const unsubscribeUrl = 'https://drive.example/drive/v1/inbox/unsubscribe?token=abc'
    const mail: Mail = {
      kind: 'sharedWithYou',
      items: [{ from: 'Ana\r\nhttps://evil.example', item: '<b>Trips</b>', role: 'viewer' }],
    }
    const [got, code] = await deliver([
      createMail(mail, { ...options, locale: 'en', unsubscribeUrl }),
      createMail(codeMail, { ...options, locale: 'en' }),
    ])
    const header = (key: string) => got?.mail.headers.find((each) => each.key === key)?.value
    expect(header('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(got?.mail.html).not.toMatch(/<b>|https:..evil/)
    expect(code?.raw).not.toContain('List-Unsubscribe')
  })

  test('only a mailbox that does not exist is a permanent refusal', async () => {
    const base = createMail(codeMail, { ...options, locale: 'en' })
    const send = (to: string) => deliver([{ ...base, to }]).catch((error: unknown) => error)
    expect(await send('nobody@example.org')).toBeInstanceOf(RefusedMessage)
    for (const to of ['busy@example.org', 'spam@example.org']) {
      const error = await send(to)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(RefusedMessage)
    }
  })

  test('the SMTP notifier sends mail only', async () => {
    await using notifier = createSmtpNotifier({ url: 'smtp://127.0.0.1:1', from: 'a@b.example' })
    expect(notifier.channels).toEqual(['email'])
    await expect(
      notifier.send({ channel: 'sms', to: '+628123', purpose: 'p', subject: 's', text: 't' }),
    ).rejects.toThrow('mail only')
  })
})

describe('notice mails', () => {
  const visit = {
    device: 'PC <script>alert(1)</script>\r\nSee https://evil.example now',
    address: '203.0.113.7',
  }
  const at = Date.UTC(2026, 0, 2, 3, 4)

  test.each(locales)(
    'notices say in %s where and when it happened, without markup or foreign links',
    (locale: Locale) => {
      for (const kind of ['newDevice', 'passwordChanged', 'sessionEnded'] as const) {
        const { subject, text, html = '' } = createMail({ kind, visit, at }, { ...options, locale })
        expect(subject).not.toMatch(/script|evil/)
        for (const body of [text, html]) {
          expect(body).toContain('203.0.113.7')
          expect(body).toMatch(/2026/)
          expect(body).not.toContain('evil.example')
          expect(body).not.toContain('https://evil')
        }
        expect(html).not.toContain('<script')
        expect(text).not.toContain('\r')
      }
    },
  )

  test('no name of a person, a file or a device becomes a link, also with digits or hyphens in it', () => {
    const foreign = ['web3.com/login', '1.2.3.4/login', 'evil-1.com/x', '//evil/x', 'a1@b2.c3']
    for (const name of foreign) {
      const inbox: Mail = { kind: 'sharedWithYou', items: [{ from: name, item: name }] }
      const notice: Mail = { kind: 'newDevice', visit: { device: name, address: name }, at }
      for (const mail of [inbox, notice]) {
        const { text, html = '' } = createMail(mail, { ...options, locale: 'en' })
        for (const body of [text, html]) {
          expect(body).not.toContain(name)
          expect(body).not.toMatch(/web3\.|1\.2|evil-1\.|\/\/evil|a1@|b2\./)
        }
      }
    }
  })

  test('no name in any script becomes a link: signs before the dot, and dots that browsers read as one', () => {
    const foreign = ['हिन्दी.com', 'ที่.com', '❤.ws', 'evil。com', 'evil．com', 'evil｡com', 'a_.b_@c']
    for (const name of foreign) {
      const mail: Mail = { kind: 'sharedWithYou', items: [{ from: name, item: name }] }
      const { text, html = '' } = createMail(mail, { ...options, locale: 'en' })
      for (const body of [text, html]) expect(body).not.toContain(name)
      expect(text).toContain(name.replace(/[.@。．｡]/gu, ' '))
    }
  })

  test('notices link to this server only', () => {
    const { text, html = '' } = createMail({ kind: 'accountExists' }, { ...options, locale: 'en' })
    expect(text).toContain('Sign in: https://drive.example')
    expect(html.match(/href="([^"]*)"/g)).toEqual(['href="https://drive.example"'])
  })
})
