import type { Locale } from '../locales.ts'
import type { LocalePackage } from './locale-package.ts'

/** Loads the texts of one language; each is a chunk of its own in a bundle. */
export function loadMessages(locale: Locale): Promise<LocalePackage> {
  return loaders[locale]()
}

/** Loads every language, for a process that answers people in all of them without waiting. */
export async function loadAllMessages(): Promise<Readonly<Record<Locale, LocalePackage>>> {
  const [en, id, ko, ms, zhHans, zhHant] = await Promise.all([
    loaders.en(),
    loaders.id(),
    loaders.ko(),
    loaders.ms(),
    loaders['zh-hans'](),
    loaders['zh-hant'](),
  ])
  return { en, id, ko, ms, 'zh-hans': zhHans, 'zh-hant': zhHant }
}

const loaders: Readonly<Record<Locale, () => Promise<LocalePackage>>> = {
  en: async () => (await import('./messages/en.ts')).en,
  id: async () => (await import('./messages/id.ts')).id,
  ko: async () => (await import('./messages/ko.ts')).ko,
  ms: async () => (await import('./messages/ms.ts')).ms,
  'zh-hans': async () => (await import('./messages/zh-hans.ts')).zhHans,
  'zh-hant': async () => (await import('./messages/zh-hant.ts')).zhHant,
}
