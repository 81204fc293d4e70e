import { type Locale, locales } from '@awan/protocol'
import { Globe } from 'lucide-react'
import { useLanguage } from '../i18n/LanguageProvider.tsx'
import { languageTags, localeNames } from '../i18n/locale.ts'
import { Menu, MenuChoices } from '../ui/Menu.tsx'
import { useErrorHandler } from './use-error-handler.ts'

const choices = locales.map((locale) => ({
  value: locale,
  label: localeNames[locale],
  lang: languageTags[locale],
}))

/** Switches the language at once; nothing that was typed is lost. */
export function useLanguageChoice() {
  const { t, locale, choose } = useLanguage()
  const handleError = useErrorHandler()
  return {
    label: t('app.language'),
    value: locale,
    choices,
    onChoose: (chosen: Locale) => void choose(chosen).catch(handleError),
  }
}

export function LanguageMenu() {
  const choice = useLanguageChoice()
  return (
    <Menu
      side="top"
      align="center"
      trigger={
        <button
          type="button"
          aria-label={`${choice.label}: ${localeNames[choice.value]}`}
          className="inline-flex min-h-9 items-center gap-2 rounded-sm px-2.5 text-sm text-muted hover:bg-hover hover:text-text pointer-coarse:min-h-11"
        >
          <Globe aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {localeNames[choice.value]}
        </button>
      }
    >
      <MenuChoices {...choice} />
    </Menu>
  )
}
