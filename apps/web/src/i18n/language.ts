import type { Locale } from '@awan/protocol'
import { type LocalePackage, loadMessages } from '@awan/protocol/errors'
import { type I18n, setupI18n } from '@lingui/core'
import { type Area, loadTexts } from './areas.ts'
import type { Translate } from './keys.ts'
import { chooseLocale, isLocale, languageTags, regionalTag } from './locale.ts'
import { withoutTurns } from './without-turns.ts'

const STORAGE_KEY = 'awan.locale'

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
  /** Loads what a screen says, before it is shown; the areas come along with every later switch. */
  need(...areas: Area[]): Promise<void>
}

/** Opens in the person's language, with its texts loaded; the app around the page may know it. */
export async function openLanguage(shellLocale?: string): Promise<LanguageStore> {
  const i18n = setupI18n()
  const listeners = new Set<() => void>()
  const needed = new Set<Area>(['app'])
  let latestWish = 0
  const preferred = [...(shellLocale === undefined ? [] : [shellLocale]), ...navigator.languages]
  let current = await load(i18n, chooseLocale(readChoice(), preferred), needed)
  activate(i18n, current)

  /** Areas that are needed while a language is on its way are loaded for it too. */
  async function loadAll(locale: Locale): Promise<Language> {
    for (;;) {
      const known = needed.size
      const language = await load(i18n, locale, needed)
      if (needed.size === known) return language
    }
  }

  async function choose(locale: Locale): Promise<void> {
    const wish = ++latestWish
    const language = await loadAll(locale)
    // Two quick choices: the last one wins, whichever chunk comes first.
    if (wish !== latestWish) return
    current = language
    activate(i18n, language)
    keepChoice(locale)
    for (const listener of listeners) listener()
  }

  // A choice in one tab is seen in the others; one that cannot be loaded now is followed by the next page.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && isLocale(newValue)) choose(newValue).catch(() => undefined)
  })

  return {
    current: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose,
    async need(...areas) {
      for (const area of areas) needed.add(area)
      const { locale } = current
      await Promise.all(areas.map((area) => loadInto(i18n, locale, area)))
    },
  }
}

async function load(i18n: I18n, locale: Locale, areas: Iterable<Area>): Promise<Language> {
  const [errors] = await Promise.all([
    loadMessages(locale),
    ...[...areas].map((area) => loadInto(i18n, locale, area)),
  ])
  // Names of files and people are in it: none of them turns the text around it.
  const t: Translate = (key, ...[values]) => withoutTurns(i18n.t(key, values))
  return { locale, tag: regionalTag(locale, navigator.languages), t, errors }
}

/** Loaded again it costs nothing: the browser keeps modules. */
async function loadInto(i18n: I18n, locale: Locale, area: Area): Promise<void> {
  i18n.load(locale, await loadTexts(locale, area))
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
