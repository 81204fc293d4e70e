import { useQuery } from '@tanstack/react-query'
import { SearchX, Trash2 } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
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
import { TrashSearch } from './TrashSearch.tsx'
import { useTrashSearch } from './use-trash-search.ts'

const trash: Place = { kind: 'trash' }

/** What was thrown away: it can be had back until it goes for good. */
export function TrashScreen({ heading }: { heading?: ReactNode }) {
  const t = useTexts()
  const { typed, setTyped, words } = useTrashSearch()
  usePageTitle(t('trash.title'), t('app.name'))
  return (
    <div className="flex h-full flex-col">
      {heading ?? <PlaceHeading>{t('trash.title')}</PlaceHeading>}
      <TrashBar typed={typed} onType={setTyped} />
      <FileBrowser
        place={words === '' ? trash : { kind: 'trash', words }}
        label={words === '' ? t('trash.title') : t('trash.found')}
        empty={
          words === '' ? (
            <EmptyPlace icon={Trash2} title={t('trash.nothing')} hint={t('trash.nothing.hint')} />
          ) : (
            <NothingFound words={words} onClear={() => setTyped('')} />
          )
        }
      />
    </div>
  )
}

/** Finding something, how long things stay, and the way to let them go at once. */
function TrashBar({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const t = useTexts()
  const actions = useDriveActions()
  const list = useDriveLists().list(trash)
  const { rowCount } = useSyncExternalStore(list.subscribe, list.state)
  const { data: about } = useQuery(aboutQuery(useDrive()))
  const canClear = useRightsInDrive().includes('own')
  const isSearching = typed.trim() !== ''
  if (rowCount === 0 && !isSearching) return null
  return (
    <>
      <TrashSearch value={typed} onChange={onType} />
      <PlaceNote
        text={
          about === undefined ? '' : t('trash.retention', { days: Math.round(about.trash_days) })
        }
        action={
          // It deletes everything, also what a search does not show.
          canClear && !isSearching ? (
            <Button look="plain" size="small" onClick={() => void actions.emptyTrash()}>
              {t('trash.clear')}
            </Button>
          ) : null
        }
      />
    </>
  )
}

function NothingFound({ words, onClear }: { words: string; onClear: () => void }) {
  const t = useTexts()
  return (
    <div className="flex min-h-0 flex-1 items-center overflow-y-auto pb-16">
      <Notice
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-sunken text-muted">
            <SearchX className="size-7" strokeWidth={1.5} />
          </span>
        }
        title={t('trash.noMatch', { words })}
        actions={
          <Button look="quiet" onClick={onClear}>
            {t('trash.search.clear')}
          </Button>
        }
      >
        {t('trash.noMatch.hint')}
      </Notice>
    </div>
  )
}
