import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { useRightsInDrive } from '../access/use-rights.ts'
import { useDriveActions } from '../actions/use-drive-actions.ts'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { FileBrowser } from '../files/FileBrowser.tsx'
import { PlaceNote } from '../files/PlaceNote.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import type { Place } from '../listing/place.ts'
import { EmptyPlace } from '../places/EmptyPlace.tsx'
import { PlaceHeading } from '../places/PlaceHeading.tsx'

const trash: Place = { kind: 'trash' }

/** What was thrown away: it can be had back until it goes for good. */
export function TrashScreen({ heading }: { heading?: ReactNode }) {
  const t = useTexts()
  usePageTitle(t('trash.title'), t('app.name'))
  return (
    <div className="flex h-full flex-col">
      {heading ?? <PlaceHeading>{t('trash.title')}</PlaceHeading>}
      <TrashNote />
      <FileBrowser
        place={trash}
        label={t('trash.title')}
        empty={
          <EmptyPlace icon={Trash2} title={t('trash.nothing')} hint={t('trash.nothing.hint')} />
        }
      />
    </div>
  )
}

/** How long things stay, and the way to let them go at once. */
function TrashNote() {
  const t = useTexts()
  const actions = useDriveActions()
  const list = useDriveLists().list(trash)
  const { rowCount } = useSyncExternalStore(list.subscribe, list.state)
  const { data: about } = useQuery(aboutQuery(useDrive()))
  const canClear = useRightsInDrive().includes('own')
  if (rowCount === 0) return null
  return (
    <PlaceNote
      text={about === undefined ? '' : t('trash.retention', { days: Math.round(about.trash_days) })}
      action={
        canClear ? (
          <Button look="plain" size="small" onClick={() => void actions.emptyTrash()}>
            {t('trash.clear')}
          </Button>
        ) : null
      }
    />
  )
}
