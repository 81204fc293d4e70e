import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { ExportSection } from './ExportSection.tsx'

/** What the account holds: a copy to take along, and the way out. */
export function DataScreen() {
  const t = useTexts()
  return (
    <CentrePage title={t('centre.data')}>
      <ExportSection />
      <Section title={t('deletion.title')} intro={t('deletion.intro')}>
        <div className="py-4">
          <Link to="/account/data/delete" className={buttonClass({ look: 'quiet' })}>
            <span className="text-danger">{t('deletion.open')}</span>
          </Link>
        </div>
      </Section>
    </CentrePage>
  )
}
