import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useLanguageChoice } from '../../session/LanguageChoices.tsx'
import { ChoiceList } from '../../ui/ChoiceList.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { useThemeChoice } from './use-theme-choice.ts'

/** How the page speaks and looks, on this device. */
export function AppearanceScreen() {
  const t = useTexts()
  const language = useLanguageChoice()
  const theme = useThemeChoice()
  return (
    <CentrePage title={t('centre.appearance')} intro={t('look.intro')}>
      <ChoiceList {...theme} />
      <ChoiceList {...language} />
    </CentrePage>
  )
}
