import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { ExportSection } from './ExportSection.tsx'

/** What the account holds: a copy to take along, and the way out. */
export function DataScreen() {
  const t = useTexts()
  return (
    <CentrePage title={t('centre.data')}>
      <ExportSection />
    </CentrePage>
  )
}
