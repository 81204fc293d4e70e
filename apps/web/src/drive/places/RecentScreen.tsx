import { Clock } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { FileBrowser } from '../files/FileBrowser.tsx'
import type { Place } from '../listing/place.ts'
import { EmptyPlace } from './EmptyPlace.tsx'
import { PlaceHeading } from './PlaceHeading.tsx'

const recent: Place = { kind: 'recent' }

/** Files whose content came last. */
export function RecentScreen() {
  const t = useTexts()
  usePageTitle(t('nav.recent'), t('app.name'))
  return (
    <div className="flex h-full flex-col">
      <PlaceHeading>{t('nav.recent')}</PlaceHeading>
      <FileBrowser
        place={recent}
        label={t('nav.recent')}
        empty={
          <EmptyPlace
            icon={Clock}
            title={t('places.recent.empty')}
            hint={t('places.recent.empty.hint')}
          />
        }
      />
    </div>
  )
}
