import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'

export function ProfileScreen() {
  const t = useTexts()
  return <CentrePage title={t('centre.profile')}>{null}</CentrePage>
}
