import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { SHARED } from '../live/invalidate-changed.ts'
import { useTold } from '../live/use-told.ts'
import { PlaceHeading } from '../places/PlaceHeading.tsx'
import { ByMe } from './ByMe.tsx'
import { OwnLinks } from './OwnLinks.tsx'
import { readSharedTab } from './shared-search.ts'
import { WithMe } from './WithMe.tsx'

/** All that is shared: with the person, by them, and by their links. */
export function SharedScreen() {
  const t = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const tab = readSharedTab(useSearch({ from: '/queries/shell/shared' }))
  usePageTitle(t('nav.shared'), t('app.name'))
  useTold('shares', () => void queries.invalidateQueries({ queryKey: [SHARED] }))
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <PlaceHeading>{t('nav.shared')}</PlaceHeading>
      <div className="px-4 pb-8 md:px-5">
        <Tabs
          label={t('shared.tabs')}
          value={tab}
          tabs={[
            { value: 'with-me', label: t('shared.withMe'), content: <WithMe /> },
            { value: 'by-me', label: t('shared.byMe'), content: <ByMe /> },
            { value: 'links', label: t('shared.links'), content: <OwnLinks /> },
          ]}
          onChoose={(tab) =>
            void navigate({
              to: '/shared',
              search: tab === 'with-me' ? {} : { tab },
              replace: true,
            })
          }
        />
      </div>
    </div>
  )
}
