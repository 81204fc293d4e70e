import type { File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { DetailsAside } from '../details/DetailsAside.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import type { ListState, ListWindow } from '../listing/list-window.ts'
import type { Place } from '../places/place.ts'
import { usePreviewAddress } from '../preview/preview-search.ts'
import { BrowserPreview } from './BrowserPreview.tsx'
import { FileList } from './FileList.tsx'
import { FolderProblem } from './FolderProblem.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { MoreProblem } from './MoreProblem.tsx'

/** Where each list was left, for the way back. */
const offsets = new WeakMap<ListWindow, number>()

/** What is in a place, in a list or a grid, to be chosen from and opened. */
export function FileBrowser({
  place,
  label,
  empty,
  chips,
}: {
  place: Place
  /** What the place is called. */
  label: string
  /** What is shown where there is nothing. */
  empty: ReactNode
  /** Beside those that every place has. */
  chips?: ReactNode
}): ReactNode {
  const t = useTexts()
  const navigate = useNavigate()
  const preview = usePreviewAddress()
  const lists = useDriveLists()
  const list = lists.list(place)
  const state = useSyncExternalStore(list.subscribe, list.state)
  const [onLeave] = useState(() => (offset: number) => void offsets.set(list, offset))
  useEffect(() => {
    list.look(0, 100)
    return () => list.leave()
  }, [list])
  useOpeningAnnouncement(label, state)

  function open(file: File) {
    if (file.kind === 'folder') {
      void navigate({ to: '/files/$folderId', params: { folderId: file.id } })
    } else preview.open(file.id)
  }

  if (state.error !== null) {
    return (
      <FolderProblem
        level={2}
        isMissing={isServiceError(state.error, 'not_found', 'invalid_argument')}
        error={state.error}
        onRetry={() => list.retry()}
      />
    )
  }
  if (state.isLoading) {
    return (
      <div className="overflow-hidden md:pt-9">
        <ListSkeleton rows={8} label={t('app.loading')} />
      </div>
    )
  }
  return (
    <>
      {chips}
      {state.rowCount === 0 && !state.isOpen ? (
        empty
      ) : (
        <FileList
          label={t('files.list', { name: label })}
          list={list}
          onOpen={open}
          initialOffset={offsets.get(list) ?? 0}
          onLeave={onLeave}
        />
      )}
      {state.partError === null ? null : (
        <MoreProblem error={state.partError} onRetry={() => list.retry()} />
      )}
      <BrowserPreview list={list} />
      <DetailsAside files={[]} count={0} place={place} />
    </>
  )
}

/** Says where one has come to and how much is there, once it is known. */
function useOpeningAnnouncement(name: string, { rowCount, isOpen, isLoading }: ListState) {
  const t = useTexts()
  const announce = useAnnounce()
  const say = useEffectEvent(() => {
    const count = rowCount
    announce(isOpen ? t('files.openedMore', { name, count }) : t('files.opened', { name, count }))
  })
  const isKnown = !isLoading && name !== ''
  useEffect(() => {
    if (isKnown) say()
  }, [isKnown])
}
