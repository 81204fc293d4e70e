import { DEFAULT_LOCALE, type Locale, resolveLocale } from '@awan/protocol'

/** The language of a mail, from an Accept-Language header or a stored tag. */
export function mailLocale(tag: string | undefined | null): Locale {
  // `*` is what programs send that never thought about it.
  return tag && tag.trim() !== '*' ? resolveLocale(tag) : DEFAULT_LOCALE
}
