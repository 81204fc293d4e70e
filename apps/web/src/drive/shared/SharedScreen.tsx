import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { PlaceHeading } from '../places/PlaceHeading.tsx'

/** What others share with the person. */
export function SharedScreen() {
  const t = useTexts()
  usePageTitle(t('nav.shared'), t('app.name'))
  return <PlaceHeading>{t('nav.shared')}</PlaceHeading>
}
