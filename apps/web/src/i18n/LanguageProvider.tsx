import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Language, LanguageStore } from './language.ts'

const LanguageContext = createContext<LanguageStore | null>(null)

export function LanguageProvider({
  store,
  children,
}: {
  store: LanguageStore
  children: ReactNode
}) {
  return <LanguageContext value={store}>{children}</LanguageContext>
}

/** The language in use and its texts; the component renders again when another one is chosen. */
export function useLanguage(): Language & Pick<LanguageStore, 'choose' | 'need'> {
  const store = use(LanguageContext)
  if (store === null) throw new Error('useLanguage needs a LanguageProvider above it')
  const language = useSyncExternalStore(store.subscribe, store.current)
  return { ...language, choose: store.choose, need: store.need }
}

export function useTexts(): Language['t'] {
  return useLanguage().t
}
