import { Images } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { BrowserPreview } from '../files/BrowserPreview.tsx'
import { FolderProblem } from '../files/FolderProblem.tsx'
import { KeyboardHelp } from '../files/KeyboardHelp.tsx'
import { MoreProblem } from '../files/MoreProblem.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import type { ListWindow } from '../listing/list-window.ts'
import type { Place } from '../listing/place.ts'
import { EmptyPlace } from '../places/EmptyPlace.tsx'
import { PlaceHeading } from '../places/PlaceHeading.tsx'
import { Timeline } from './Timeline.tsx'
import { usePhotoDays } from './use-photo-days.ts'

const PHOTOS: Place = { kind: 'photos' }

/** Images and videos of the whole drive, day by day. */
export function PhotosScreen() {
  const t = useTexts()
  const [isHelp, setHelp] = useState(false)
  const list = useDriveLists().list(PHOTOS)
  usePageTitle(t('nav.photos'), t('app.name'))
  useEffect(() => {
    list.look(0, 100)
    return () => list.leave()
  }, [list])
  return (
    <div className="flex h-full flex-col">
      <PlaceHeading>{t('nav.photos')}</PlaceHeading>
      <Photos list={list} />
      <KeyboardHelp isOpen={isHelp} onOpenChange={setHelp} />
      <BrowserPreview list={list} place={PHOTOS} />
    </div>
  )
}

function Photos({ list }: { list: ListWindow }) {
  const t = useTexts()
  const state = useSyncExternalStore(list.subscribe, list.state)
  const days = usePhotoDays(state.epoch)
  const error = state.error ?? (days.data ? null : days.error)
  if (error !== null) {
    const retry = () => {
      list.retry()
      void days.refetch()
    }
    return <FolderProblem level={2} isMissing={false} error={error} onRetry={retry} />
  }
  if (state.isLoading || !days.data) return <TilesToCome label={t('app.loading')} />
  if (state.rowCount === 0) {
    return <EmptyPlace icon={Images} title={t('photos.empty')} hint={t('photos.empty.hint')} />
  }
  return (
    <>
      <Timeline list={list} days={days.data} />
      {state.partError === null ? null : (
        <MoreProblem error={state.partError} onRetry={() => list.retry()} />
      )}
    </>
  )
}

function TilesToCome({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="overflow-hidden px-4 md:px-5">
      <Skeleton className="my-4 h-5 w-40" />
      <div className="grid grid-cols-3 gap-1.5 md:grid-cols-[repeat(auto-fill,minmax(10.75rem,1fr))]">
        {Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
          <Skeleton key={index} className="aspect-square" />
        ))}
      </div>
    </div>
  )
}
