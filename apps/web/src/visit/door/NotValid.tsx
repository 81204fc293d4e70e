import { Unlink } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** The same for every link that does not open: it tells nobody which ones there are. */
export function NotValid() {
  const t = useTexts()
  return (
    <Notice
      level={1}
      picture={
        <span className="grid size-16 place-items-center rounded-full bg-sunken text-muted">
          <Unlink className="size-7" strokeWidth={1.5} />
        </span>
      }
      title={t('visit.invalid')}
    >
      {t('visit.invalid.hint')}
    </Notice>
  )
}
