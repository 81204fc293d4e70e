import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { DeedList } from './DeedList.tsx'

/** What was done to one file or folder. */
export function FileActivity({ fileId }: { fileId: string }) {
  const t = useTexts()
  return (
    <DeedList
      wanted={{ fileId }}
      headingLevel={3}
      empty={<p className="text-sm text-muted">{t('deeds.empty')}</p>}
    />
  )
}
