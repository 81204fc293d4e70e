import { locales } from '@awan/protocol'
import { expect, test } from 'vitest'
import { createMail, type Mail } from './create-mail.ts'
import { createSms } from './create-sms.ts'
import { mailTexts } from './mail-texts.ts'

const to = { to: '+628123456789', purpose: 'SIGN_IN' }
/** The GSM 03.38 signs that our Latin texts use: letters, digits and these. */
const GSM = /^[\w @.,:;!?'"()+/%&=*#\n-]*$/

test.each(locales)('a code fits into one SMS in %s, and its first line shows it', (locale) => {
  const { text, code } = createSms({ kind: 'code', code: '042137', minutes: 10 }, { ...to, locale })
  expect(code).toBe('042137')
  expect(text.slice(0, 25)).toContain('042137')
  expect(text.length).toBeLessThanOrEqual(GSM.test(text) ? 160 : 70)
  expect(text).not.toMatch(/https?:|undefined/)
  if (locale === 'en' || locale === 'id' || locale === 'ms') expect(text).toMatch(GSM)
})

const kinds = Object.keys(mailTexts.en).filter(
  (name) => !['code', 'visitorCode', 'labels', 'roles', 'unsubscribe', 'footer'].includes(name),
) as Exclude<Mail['kind'], 'code' | 'visitorCode'>[]

test.each(locales)('every notice fits into one SMS in %s, and all differ', (locale) => {
  const texts = kinds.map((kind) => createSms({ kind } as Mail, { ...to, locale }).text)
  for (const text of texts) {
    expect(text).toContain('Awan')
    expect(text.length).toBeLessThanOrEqual(GSM.test(text) ? 160 : 70)
  }
  expect(new Set(texts).size).toBe(kinds.length)
})

test.each(locales)('every mail in %s is complete, as text and as HTML', (locale) => {
  const visit = { device: 'PC-Chrome', address: '203.0.113.7' }
  for (const kind of kinds) {
    const shared = { from: 'Ana', item: 'Trips' }
    const mail = { kind, visit, at: 0, ...shared, items: [shared] } as Mail
    const { subject, text, html } = createMail(mail, { ...to, locale, publicUrl: 'https://a.b' })
    const { title, paragraphs } = mailTexts[locale][kind]()
    expect(subject).not.toBe('')
    for (const words of [title, ...paragraphs]) expect(text).toContain(words)
    expect(html).toContain(`<title>`)
    expect(html).not.toMatch(/undefined|<img|<script/)
  }
})

test.each(locales)(
  'the code of a visitor is in the subject and the text of its mail in %s',
  (locale) => {
    const mail = { kind: 'visitorCode', code: '042137', minutes: 10 } as const
    const envelope = { to: 'ben@example.org', purpose: mail.kind, locale, publicUrl: 'https://a.b' }
    const { subject, text, html, code } = createMail(mail, envelope)
    expect(code).toBe('042137')
    expect(subject).toMatch(/Awan.*042137/)
    for (const words of mailTexts[locale].visitorCode('042137', 10).paragraphs) {
      expect(text).toContain(words)
    }
    expect(html).toContain('042137')
    expect(html).not.toMatch(/undefined|<img|<script|<a /)
  },
)
