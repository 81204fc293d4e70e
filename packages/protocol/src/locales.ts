/** The languages of the interface. */
export const locales = ['en', 'id', 'ko', 'ms', 'zh-hans', 'zh-hant'] as const
export type Locale = (typeof locales)[number]

/** ERR: texts for a locale that we do not have are in Simplified Chinese. */
export const FALLBACK_LOCALE: Locale = 'zh-hans'
/** What a client says when nobody chose. */
export const DEFAULT_LOCALE: Locale = 'en'
