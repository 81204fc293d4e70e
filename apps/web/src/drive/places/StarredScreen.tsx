import { Star } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { FileBrowser } from '../files/FileBrowser.tsx'
import type { Place } from '../listing/place.ts'
import { EmptyPlace } from './EmptyPlace.tsx'
import { PlaceHeading } from './PlaceHeading.tsx'

const starred: Place = { kind: 'starred' }

export function StarredScreen() {
  const t = useTexts()
  usePageTitle(t('nav.starred'), t('app.name'))
  return (
    <div className="flex h-full flex-col">
      <PlaceHeading>{t('nav.starred')}</PlaceHeading>
      <FileBrowser
        place={starred}
        label={t('nav.starred')}
        empty={
          <EmptyPlace
            icon={Star}
            title={t('places.starred.empty')}
            hint={t('places.starred.empty.hint')}
          />
        }
      />
    </div>
  )
}
