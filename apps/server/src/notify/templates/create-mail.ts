import { isIP } from 'node:net'
import type { Locale } from '@awan/protocol'
import type { GrantRole } from '@awan/protocol/drive'
import type { Message } from '../notifier.ts'
import { type MailContent, toMailHtml } from './mail-html.ts'
import type { MailText, MailTexts, Visit } from './mail-text.ts'
import { mailTexts } from './mail-texts.ts'

export type Mail =
  | { kind: 'code' | 'visitorCode'; code: string; minutes: number }
  | { kind: 'accountExists' | 'noAccount' | 'accountDeleted' }
  /** What an administrator did. Whose hand it was, and from where, is not told. */
  | {
      kind:
        | 'accountStopped'
        | 'accountReleased'
        | 'resetDemanded'
        | 'sessionsEnded'
        | 'administratorAppointed'
        | 'administratorDismissed'
        | 'administratorsChanged'
        | 'secondStepRemoved'
        | 'deletionDecided'
      at: number
      deletionAt?: number | undefined
    }
  | { kind: 'deletionReminder'; deletionAt: number }
  /** Somebody shared something with this address; both names are theirs. */
  | { kind: 'invitation'; from: string; item: string }
  | InboxMail
  | {
      kind:
        | 'newDevice'
        | 'passwordChanged'
        | 'sessionEnded'
        | 'passkeyAdded'
        | 'passkeyRemoved'
        | 'appPasswordCreated'
        | 'appAuthorized'
        | 'providerBound'
        | 'providerUnbound'
        | 'contactChanged'
        | 'usernameChanged'
        | 'deletionRequested'
        | 'deletionCancelled'
        | 'exportRequested'
        | 'twoFactorEnabled'
        | 'twoFactorDisabled'
        | 'twoFactorChanged'
        | 'recoveryCodeUsed'
        | 'secondStepFailing'
      visit: Omit<Visit, 'time'>
      at: number
      /** When everything goes, if deletion was asked for. */
      deletionAt?: number | undefined
    }

/** What is in a person's inbox; all names are those of others, the newest message is first. */
export interface InboxMail {
  kind:
    | 'sharedWithYou'
    | 'roleChanged'
    | 'accessEnded'
    | 'dropArrived'
    | 'accessAsked'
    | 'transferOffered'
    | 'transferAnswered'
    | 'managerAppointed'
  items: readonly {
    from: string
    item: string
    role?: GrantRole | undefined
    /** Of files. */
    count?: number | undefined
  }[]
}

/**
 * Writes one mail in the reader's language, as text and as HTML. Nothing that a stranger chose enters
 * the subject; a device name enters the body as plain text.
 */
export function createMail(
  mail: Mail,
  {
    to,
    purpose,
    locale,
    publicUrl,
    unsubscribeUrl,
  }: {
    to: string
    purpose: string
    locale: Locale
    publicUrl: string
    /** Where the reader can stop mails of this kind. */
    unsubscribeUrl?: string
  },
): Message {
  const texts = mailTexts[locale]
  const { subject, ...words } = wordsOf(mail, texts)
  const content: MailContent = {
    ...words,
    ...('code' in mail ? { code: mail.code } : {}),
    ...(words.action === undefined
      ? {}
      : { actionUrl: 'items' in mail ? `${publicUrl}/inbox` : publicUrl }),
    facts: factsOf(mail, texts, locale),
    footer: texts.footer,
    ...(unsubscribeUrl === undefined
      ? {}
      : { unsubscribe: { label: texts.unsubscribe.link, url: unsubscribeUrl } }),
  }
  return {
    channel: 'email',
    to,
    purpose,
    ...('code' in mail ? { code: mail.code } : {}),
    subject,
    text: toMailText(content),
    html: toMailHtml(content, locale),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  }
}

function wordsOf(mail: Mail, texts: MailTexts): MailText {
  return 'code' in mail ? texts[mail.kind](mail.code, mail.minutes) : texts[mail.kind]()
}

function factsOf(mail: Mail, texts: MailTexts, locale: Locale): MailContent['facts'] {
  const { labels } = texts
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const inUtc = (ms: number) => `${format.format(ms)} (UTC)`
  const facts: [label: string, value: string][] = []
  if ('visit' in mail) {
    const { device, address } = mail.visit
    facts.push(
      [labels.device, tidy(device)],
      [labels.address, isIP(address) ? address : tidy(address)],
    )
  }
  if (mail.kind === 'invitation') {
    facts.push([labels.from, tidy(mail.from)], [labels.item, tidy(mail.item)])
  }
  if ('items' in mail) facts.push(...itemFacts(mail, texts))
  if ('at' in mail) facts.push([labels.time, inUtc(mail.at)])
  if ('deletionAt' in mail && mail.deletionAt !== undefined) {
    facts.push([labels.deletion, inUtc(mail.deletionAt)])
  }
  return facts
}

/** The first messages in words, the others only as a number. */
function itemFacts({ items }: InboxMail, { labels, roles }: MailTexts): [string, string][] {
  const facts = items.slice(0, MAX_ITEMS).flatMap(({ from, item, role, count }) => {
    const lines: [string, string][] = [
      [labels.from, tidy(from)],
      [labels.place, tidy(item)],
      [labels.role, role === undefined ? '' : roles[role]],
      [labels.files, count === undefined ? '' : String(count)],
    ]
    return lines.filter(([, value]) => value !== '')
  })
  const more = items.length - MAX_ITEMS
  return more > 0 ? [...facts, [labels.more, `+ ${more}`]] : facts
}

function toMailText({
  title,
  code,
  facts,
  paragraphs,
  action,
  actionUrl,
  footer,
  unsubscribe,
}: MailContent): string {
  const blocks = [
    title,
    code,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...paragraphs,
    action && actionUrl && `${action}: ${actionUrl}`,
    `-- \n${footer}${unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.url}` : ''}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/**
 * What came in a header is shown on one short line, so that it cannot pose as our own words, and with
 * its addresses broken, so that no mail program makes a link of it.
 */
function tidy(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/:?\/\/+/g, ' ')
    .replace(/(?<=\S)[.@。．｡](?=\S)/gu, ' ')
    .trim()
  return line.length > MAX_FACT_LENGTH ? `${line.slice(0, MAX_FACT_LENGTH)}…` : line
}

const MAX_FACT_LENGTH = 80
const MAX_ITEMS = 10
