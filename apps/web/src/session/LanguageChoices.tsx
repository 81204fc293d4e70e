import { type Locale, locales } from '@awan/protocol'
import { Globe } from 'lucide-react'
import { useLanguage } from '../i18n/LanguageProvider.tsx'
import { languageTags, localeNames } from '../i18n/locale.ts'
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx'
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

/** For pages outside the product, which load as little as they can. */
export function LanguageMenu() {
  return <ChoiceSelect icon={Globe} {...useLanguageChoice()} />
}
