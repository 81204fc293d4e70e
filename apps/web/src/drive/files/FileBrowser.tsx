import { isServiceError } from '@awan/protocol/errors'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { FileMenu } from '../actions/FileMenu.tsx'
import { useOpenShortcut } from '../actions/use-open-shortcut.ts'
import { usePreviewAddress } from '../address/preview-search.ts'
import { useShowInFolder } from '../address/show-in-folder.ts'
import { useFolderLink } from '../address/use-folder-link.ts'
import { useOpenTab } from '../address/use-place-address.ts'
import { DetailsAside } from '../details/DetailsAside.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import type { ListState, ListWindow } from '../listing/list-window.ts'
import type { Place } from '../listing/place.ts'
import { useListState } from '../listing/use-list-state.ts'
import { useSelection } from '../selection/use-selection.ts'
import type { Chosen } from '../selection/whole-place.ts'
import { BrowserBar } from './BrowserBar.tsx'
import { BrowserPreview } from './BrowserPreview.tsx'
import { browseMemoryOf } from './browse-memory.ts'
import { FileLines } from './FileLines.tsx'
import { FolderProblem } from './FolderProblem.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { ListHead } from './ListHead.tsx'
import { MoreProblem } from './MoreProblem.tsx'
import { NoMatch } from './NoMatch.tsx'
import type { MenuPoint } from './use-browse-pointer.ts'
import { useBrowseView } from './use-browse-view.ts'
import { useCommandKeys, useSelectionKeys, useUpKey } from './use-command-keys.ts'
import { useIsAll } from './use-is-all.ts'
import { useSeeWanted } from './use-see-wanted.ts'
import { useSelectionAnnouncement } from './use-selection-announcement.ts'

/** Nothing is chosen when a list is opened. */
const selectionBar = lazyPart(async () => {
  const { SelectionBar } = await import('../actions/SelectionBar.tsx')
  return SelectionBar
})

interface BrowserProps {
  place: Place
  /** What the place is called. */
  label: string
  /** What is shown where there is nothing. */
  empty: ReactNode
  /** Beside those that every place has. */
  chips?: ReactNode
}

/** What is in a place, in a list or a grid, to be chosen from and opened. */
export function FileBrowser({ place, label, empty, chips }: BrowserProps): ReactNode {
  const t = useTexts()
  const [isHelp, setHelp] = useState(false)
  const browse = useBrowseView(place)
  const list = useDriveLists().list(place, browse.view)
  // Before all that is drawn around it asks for something too.
  list.begin()
  const state = useListState(list)
  useEffect(() => () => list.leave(), [list])
  useOpeningAnnouncement(label, state)
  useSeeWanted(list, state)
  useUpKey(place)
  const { selection } = browseMemoryOf(list)
  const isEmpty = !state.isLoading && state.rowCount === 0 && !state.isOpen

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
  return (
    <>
      <Bar list={list} place={place}>
        {isEmpty && !browse.isFiltered && chips === undefined ? null : (
          <BrowserBar
            browse={browse}
            hasStars={place.kind === 'folder' || place.kind === 'tag'}
            chips={chips}
            onHelp={() => setHelp(true)}
          />
        )}
      </Bar>
      {isEmpty ? (
        browse.isFiltered ? (
          <NoMatch onClear={browse.clearFilter} />
        ) : (
          <>
            <PlaceKeys place={place} />
            {empty}
          </>
        )
      ) : (
        <Lines
          key={JSON.stringify([place, browse.view])}
          list={list}
          place={place}
          layout={browse.layout}
          label={t('files.list', { name: label })}
          head={<ListHead browse={browse} list={list} isTrash={place.kind === 'trash'} />}
        />
      )}
      {state.partError === null ? null : (
        <MoreProblem error={state.partError} onRetry={() => list.retry()} />
      )}
      <SelectionProblem list={list} onRetry={() => selection.retry()} />
      <BrowserPreview list={list} place={place} onLeave={(row) => comeBack(list, row)} />
      <KeyboardHelp isOpen={isHelp} onOpenChange={setHelp} />
      <Details list={list} place={place} />
    </>
  )
}

/** Whoever comes back from a file goes on with it: it is not another one that is chosen. */
function comeBack(list: ListWindow, row: number): void {
  const { selection, see } = browseMemoryOf(list)
  see?.(row)
  if (selection.state().count > 0 && !selection.has(row)) selection.only(row)
}

/** What can be done with what is chosen, in the place of how the list is shown. */
function Bar({ list, place, children }: { list: ListWindow; place: Place; children: ReactNode }) {
  const { selection } = browseMemoryOf(list)
  const { count, files, whole, isCut } = useSelection(selection)
  const isAll = useIsAll(list, count)
  useSelectionAnnouncement(count)
  const SelectionBar = usePart(selectionBar, { isWanted: count > 0 })
  if (count === 0 || SelectionBar === undefined) return children
  return (
    <div className="flex h-12 shrink-0 items-center *:flex-1">
      <SelectionBar
        chosen={whole ?? files}
        count={count}
        isCut={isCut}
        place={place}
        onAll={isAll ? undefined : () => selection.all()}
        onClear={() => selection.clear()}
      />
    </div>
  )
}

function Details({ list, place }: { list: ListWindow; place: Place }) {
  const { count, files } = useSelection(browseMemoryOf(list).selection)
  return <DetailsAside files={files} count={count} place={place} />
}

/** Where there is no file, something can still be pasted. */
function PlaceKeys({ place }: { place: Place }) {
  useCommandKeys([], place)
  return null
}

function SelectionProblem({ list, onRetry }: { list: ListWindow; onRetry: () => void }) {
  const { error } = useSelection(browseMemoryOf(list).selection)
  return error === null ? null : <MoreProblem error={error} onRetry={onRetry} />
}

function Lines({
  list,
  place,
  ...shown
}: {
  list: ListWindow
  place: Place
  layout: 'list' | 'grid'
  label: string
  head: ReactNode
}) {
  // A list is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  useListState(list)
  const navigate = useNavigate()
  const toFolder = useFolderLink()
  const preview = usePreviewAddress()
  const showInFolder = useShowInFolder()
  const openShortcut = useOpenShortcut()
  const openTab = useOpenTab()
  const { selection } = browseMemoryOf(list)
  const { files, whole, count, cursor } = useSelection(selection)
  const [menu, setMenu] = useState<{ chosen: Chosen; at: MenuPoint | HTMLElement }>()
  useCommandKeys(whole ?? files ?? [], place, {
    // While a part of what is chosen is still being read, nothing else is meant.
    atCursor: count === 0 ? list.rowAt(cursor) : undefined,
  })
  useSelectionKeys(selection)

  function open(row: number) {
    const file = list.rowAt(row)
    if (file?.kind === 'folder') void navigate(toFolder(file.id))
    else if (file?.shortcut) openShortcut(file)
    else if (file) preview.open(file.id)
  }

  function openMenu(row: number | undefined, at: MenuPoint | HTMLElement) {
    if (row === undefined) return setMenu({ chosen: [], at })
    if (!selection.has(row)) selection.only(row)
    const { whole, files } = selection.state()
    setMenu({ chosen: whole ?? files ?? [], at })
  }

  return (
    <>
      <FileLines
        {...shown}
        list={list}
        place={place}
        onOpen={open}
        onWhere={(row) => {
          const file = list.rowAt(row)
          if (file) showInFolder(file)
        }}
        onPreview={(row) => {
          const file = list.rowAt(row)
          if (file?.kind === 'file' && !file.shortcut) preview.open(file.id)
        }}
        onMenu={openMenu}
        onTab={(row) => {
          const file = list.rowAt(row)
          if (file && place.kind !== 'trash') openTab(file)
        }}
      />
      {menu ? <FileMenu {...menu} place={place} onClose={() => setMenu(undefined)} /> : null}
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
