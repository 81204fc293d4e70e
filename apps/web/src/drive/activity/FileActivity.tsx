import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { ActivityList } from './ActivityList.tsx'

/** What was done to one file or folder. */
export function FileActivity({ fileId }: { fileId: string }) {
  const t = useTexts()
  return (
    <ActivityList
      wanted={{ fileId }}
      headingLevel={3}
      empty={<p className="text-sm text-muted">{t('driveActivity.empty')}</p>}
    />
  )
}
