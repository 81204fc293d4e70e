import { type Locale, locales, matchLocale, resolveLocale } from '@awan/protocol'

/** How each language names itself in the language menu. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  id: 'Bahasa Indonesia',
  ko: '한국어',
  ms: 'Bahasa Melayu',
  'zh-hans': '简体中文',
  'zh-hant': '繁體中文',
}

/** What `<html lang>` says; the script decides which Han glyphs are drawn. */
export const languageTags: Record<Locale, string> = {
  en: 'en',
  id: 'id',
  ko: 'ko',
  ms: 'ms',
  'zh-hans': 'zh-Hans',
  'zh-hant': 'zh-Hant',
}

/** The person's own choice, else the first language of the browser that we have, else the fallback. */
export function chooseLocale(stored: string | null, browserLanguages: readonly string[]): Locale {
  return isLocale(stored) ? stored : resolveLocale(browserLanguages.join(','))
}

/** For dates and numbers the region matters too: someone with en-GB wants the 24-hour clock. */
export function regionalTag(locale: Locale, browserLanguages: readonly string[]): string {
  return browserLanguages.find((tag) => matchLocale(tag) === locale) ?? languageTags[locale]
}

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale)
}
