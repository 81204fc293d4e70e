import type { Locale } from '@awan/protocol'
import type { Message } from '../notifier.ts'
import type { Mail } from './create-mail.ts'
import { mailTexts } from './mail-texts.ts'
import { smsCodeTexts } from './sms-texts.ts'

/**
 * The same news as an SMS: one short line, without a link, since people are told not to follow those.
 * A notice says what its mail says in the subject.
 */
export function createSms(
  mail: Mail,
  { to, purpose, locale }: { to: string; purpose: string; locale: Locale },
): Message {
  const message = { channel: 'sms', to, purpose } as const
  if ('code' in mail) {
    const text = smsCodeTexts[locale](mail.code, mail.minutes)
    return { ...message, code: mail.code, codeMinutes: mail.minutes, subject: text, text }
  }
  const subject = subjectOf(mail, locale)
  return { ...message, subject, text: subject }
}

function subjectOf(mail: Exclude<Mail, { code: string }>, locale: Locale): string {
  return mailTexts[locale][mail.kind]().subject
}
