import type { Locale } from '@awan/protocol'
import { type LocalePackage, loadMessages } from '@awan/protocol/errors'
import { type I18n, setupI18n } from '@lingui/core'
import type { Texts, Translate } from './keys.ts'
import { chooseLocale, languageTags, regionalTag } from './locale.ts'

const STORAGE_KEY = 'awan.locale'

/** One chunk per language, loaded when it is chosen. */
const loaders: Record<Locale, () => Promise<{ texts: Texts }>> = {
  en: () => import('./texts/en.ts'),
  id: () => import('./texts/id.ts'),
  ko: () => import('./texts/ko.ts'),
  ms: () => import('./texts/ms.ts'),
  'zh-hans': () => import('./texts/zh-hans.ts'),
  'zh-hant': () => import('./texts/zh-hant.ts'),
}

/** The language in use. A new object for every switch, so that everything that shows text follows. */
export interface Language {
  locale: Locale
  /** The language with its region, for Intl. */
  tag: string
  t: Translate
  /** What errors say. Loaded with the rest: when the network fails it is too late to fetch them. */
  errors: LocalePackage
}

export interface LanguageStore {
  current(): Language
  subscribe(listener: () => void): () => void
  /** Loads the texts, then switches; what is on the screen stays until they are here. */
  choose(locale: Locale): Promise<void>
}

/** Opens in the person's language, with its texts loaded. */
export async function openLanguage(): Promise<LanguageStore> {
  const i18n = setupI18n()
  const listeners = new Set<() => void>()
  let latestWish = 0
  let current = await load(i18n, chooseLocale(readChoice(), navigator.languages))
  activate(i18n, current)

  return {
    current: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async choose(locale) {
      const wish = ++latestWish
      const language = await load(i18n, locale)
      // Two quick choices: the last one wins, whichever chunk comes first.
      if (wish !== latestWish) return
      current = language
      activate(i18n, language)
      keepChoice(locale)
      for (const listener of listeners) listener()
    },
  }
}

async function load(i18n: I18n, locale: Locale): Promise<Language> {
  const [{ texts }, errors] = await Promise.all([loaders[locale](), loadMessages(locale)])
  i18n.load(locale, texts)
  const t: Translate = (key, ...[values]) => i18n.t(key, values)
  return { locale, tag: regionalTag(locale, navigator.languages), t, errors }
}

function activate(i18n: I18n, { locale, tag }: Language): void {
  i18n.activate(locale, tag)
  document.documentElement.lang = languageTags[locale]
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // Without storage the browser's own languages decide.
    return null
  }
}

function keepChoice(locale: Locale): void {
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch {
    // Without storage the choice lasts for this page.
  }
}
