/** LOC-1: the languages of the interface. */
export const locales = ['en', 'id', 'ko', 'ms', 'zh-hans', 'zh-hant'] as const
export type Locale = (typeof locales)[number]

/** LOC-4: a locale that is none of them is `unknown`. */
export const localeValues = [...locales, 'unknown'] as const
export type LocaleValue = (typeof localeValues)[number]

/** LOC-2: texts for a locale that we do not have are in Simplified Chinese. */
export const FALLBACK_LOCALE: Locale = 'zh-hans'
/** The language of someone who chose none. */
export const DEFAULT_LOCALE: Locale = 'en'
/** LOC-3: what a client sends as `accept-language` when nobody chose, as the wire writes it. */
export const DEFAULT_ACCEPT_LANGUAGE = 'EN'

/**
 * The language to answer in, for a tag (`zh-TW`, `en_US`, `EN`) or a whole `accept-language` value.
 * Of several tags, the most wanted one that we have wins; LOC-2 decides when we have none.
 *
 * @example resolveLocale('fr-FR, id;q=0.8, en;q=0.5') // 'id'
 */
export function resolveLocale(tag: string): Locale {
  for (const wanted of inOrderOfPreference(tag)) {
    const locale = matchLocale(wanted)
    if (locale !== 'unknown') return locale
  }
  return FALLBACK_LOCALE
}

/** LOC-4: the locale that one tag is a variant of. */
export function matchLocale(tag: string): LocaleValue {
  const [language = '', ...subtags] = tag
    .trim()
    .toLowerCase()
    .split(/[-_.@]/)
  switch (language) {
    case 'en':
    case 'ko':
    case 'ms':
      return language
    case 'id':
    case 'in': // The name that Java and Android still give to Indonesian.
      return 'id'
    case 'zh':
      return isTraditional(subtags) ? 'zh-hant' : 'zh-hans'
    default:
      return 'unknown'
  }
}

/** A script that is named outweighs the region: `zh-Hans-HK` is simplified. */
function isTraditional(subtags: readonly string[]): boolean {
  if (subtags.includes('hans')) return false
  return ['hant', 'tw', 'hk', 'mo'].some((subtag) => subtags.includes(subtag))
}

function inOrderOfPreference(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';')
      const quality = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
      const weight = quality === undefined ? 1 : Number(quality.split('=')[1])
      return { tag, weight: Number.isNaN(weight) ? 1 : weight }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
