import type { PhotoFilter } from '@awan/client/drive'
import { Images } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { BrowserPreview } from '../files/BrowserPreview.tsx'
import { FolderProblem } from '../files/FolderProblem.tsx'
import { KeyboardHelp } from '../files/KeyboardHelp.tsx'
import { MoreProblem } from '../files/MoreProblem.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import type { ListWindow } from '../listing/list-window.ts'
import type { Place } from '../listing/place.ts'
import { useListState } from '../listing/use-list-state.ts'
import { EmptyPlace, PlacePicture } from '../places/EmptyPlace.tsx'
import { PlaceHeading } from '../places/PlaceHeading.tsx'
import { AddPhotos } from './AddPhotos.tsx'
import { PhotosBar } from './PhotosBar.tsx'
import { Timeline } from './Timeline.tsx'
import { usePhotoDays } from './use-photo-days.ts'

/** Images and videos of the whole drive, day by day. */
export function PhotosScreen() {
  const t = useTexts()
  const [isHelp, setHelp] = useState(false)
  const [filter, setFilter] = useState<PhotoFilter>({})
  const [wanted, setWanted] = useState<{ index: number }>()
  const isFiltered = Object.keys(filter).length > 0
  const place: Place = isFiltered ? { kind: 'photos', filter } : { kind: 'photos' }
  const list = useDriveLists().list(place)
  const { epoch } = useListState(list)
  const days = usePhotoDays(epoch, isFiltered ? filter : undefined)
  usePageTitle(t('nav.photos'), t('app.name'))
  useEffect(() => {
    list.look(0, 100)
    return () => list.leave()
  }, [list])
  return (
    <div className="relative flex h-full flex-col">
      <PlaceHeading>{t('nav.photos')}</PlaceHeading>
      <PhotosBar
        filter={filter}
        measure={days.data}
        onFilter={(next) => {
          setWanted(undefined)
          setFilter(next)
        }}
        onJump={(index) => setWanted({ index })}
      />
      <Photos
        key={JSON.stringify(filter)}
        list={list}
        days={days}
        wanted={wanted}
        onClear={isFiltered ? () => setFilter({}) : undefined}
      />
      <AddPhotos look="floating" />
      <KeyboardHelp isOpen={isHelp} onOpenChange={setHelp} />
      <BrowserPreview list={list} place={place} />
    </div>
  )
}

function Photos({
  list,
  days,
  wanted,
  onClear,
}: {
  list: ListWindow
  days: ReturnType<typeof usePhotoDays>
  wanted: { index: number } | undefined
  /** Absent where nothing is filtered. */
  onClear: (() => void) | undefined
}) {
  const t = useTexts()
  const state = useListState(list)
  const onUnshaped = useLaterShapes(() => void days.refetch())
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
    if (onClear) return <NothingPasses onClear={onClear} />
    return <EmptyPlace icon={Images} title={t('photos.empty')} hint={t('photos.empty.hint')} />
  }
  return (
    <>
      <Timeline list={list} days={days.data.days} wanted={wanted} onUnshaped={onUnshaped} />
      {state.partError === null ? null : (
        <MoreProblem error={state.partError} onRetry={() => list.retry()} />
      )}
    </>
  )
}

/** Several that have just arrived are asked for together, and each once: of some nobody ever knows the shape. */
const SHAPES_AFTER_MS = 2_000

function useLaterShapes(ask: () => void): (id: string) => void {
  const asked = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (id) => {
    if (asked.current.has(id)) return
    asked.current.add(id)
    clearTimeout(timer.current)
    timer.current = setTimeout(ask, SHAPES_AFTER_MS)
  }
}

function NothingPasses({ onClear }: { onClear: () => void }) {
  const t = useTexts()
  return (
    <div className="flex min-h-0 flex-1 items-center overflow-y-auto pb-16">
      <Notice
        picture={<PlacePicture icon={Images} />}
        title={t('photos.none')}
        actions={
          <button type="button" onClick={onClear} className={buttonClass({ look: 'quiet' })}>
            {t('browse.clear')}
          </button>
        }
      >
        {t('photos.none.hint')}
      </Notice>
    </div>
  )
}

function TilesToCome({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="overflow-hidden px-4 md:px-5">
      <Skeleton className="my-4 h-5 w-40" />
      <div className="flex flex-wrap gap-1.5">
        {WIDTHS.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
          <span key={index} className="h-30 grow md:h-46" style={{ flexBasis: `${width}rem` }}>
            <Skeleton className="size-full" />
          </span>
        ))}
      </div>
    </div>
  )
}

const WIDTHS = [9, 14, 11, 16, 9, 13, 12, 15, 10, 14, 9, 16]
