import type { Locale } from '@awan/protocol'
import type { MailTexts } from './mail-text.ts'
import { en } from './texts/en.ts'
import { id } from './texts/id.ts'
import { ko } from './texts/ko.ts'
import { ms } from './texts/ms.ts'
import { zhHans } from './texts/zh-hans.ts'
import { zhHant } from './texts/zh-hant.ts'

/** A language that lacks a mail does not compile. */
export const mailTexts: Record<Locale, MailTexts> = {
  en,
  id,
  ko,
  ms,
  'zh-hans': zhHans,
  'zh-hant': zhHant,
}
