import { isServiceError } from '@awan/protocol/errors'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { usePart } from '../../ui/use-part.ts'
import { useRightsIn } from '../access/use-rights.ts'
import { useCurrentFolderId } from '../address/use-current-folder.ts'
import { useDropFolder } from '../drag/use-drag.ts'
import { useFolder } from '../use-folder.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { EmptyFolder } from './EmptyFolder.tsx'
import { FileBrowser } from './FileBrowser.tsx'
import { FolderProblem } from './FolderProblem.tsx'

const trashedNote = lazyPart(() => import('./TrashedNote.tsx').then((part) => part.TrashedNote))
const newFab = lazyPart(() => import('../new/NewFab.tsx').then((part) => part.NewFab))

export function FilesScreen() {
  // A new folder is a new screen: its list begins at its own top with its own first row.
  const folderId = useCurrentFolderId()
  return <Folder key={folderId} folderId={folderId} />
}

function Folder({ folderId }: { folderId: string }) {
  const t = useTexts()
  const { path, trashed, error, retry } = useFolder(folderId)
  const { name = '' } = path
  // Whoever was led into the folder while dragging drops wherever there is room.
  const capabilities = useRightsIn(folderId)
  const { dropProps } = useDropFolder({ id: folderId, name, capabilities }, { onWait: null })
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const NewFab = usePart(newFab, { isWanted: isPhone })
  const Note = usePart(trashedNote, { isWanted: trashed !== undefined })
  usePageTitle(path.name, t('app.name'))
  const isMissing = isServiceError(error, 'not_found', 'invalid_argument')
  // A folder that did not come has no name to show; one that was deleted meanwhile is not shown as it was.
  if (error !== null && (isMissing || path.name === undefined)) {
    return <FolderProblem level={1} isMissing={isMissing} error={error} onRetry={retry} />
  }
  return (
    <div {...dropProps} className="flex h-full flex-col">
      <Breadcrumbs path={path} />
      {trashed && Note ? <Note trashed={trashed} isInside={trashed.id !== folderId} /> : null}
      <FileBrowser
        place={{ kind: 'folder', folderId }}
        label={name}
        empty={<EmptyFolder isTop={path.above.length === 0} />}
      />
      {isPhone && NewFab ? <NewFab /> : null}
    </div>
  )
}
