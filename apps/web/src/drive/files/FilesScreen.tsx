import type { File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { NewFab } from '../new/NewFab.tsx'
import { useCurrentFolderId } from '../shell/use-current-folder.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { DropTarget } from './DropTarget.tsx'
import { EmptyFolder } from './EmptyFolder.tsx'
import { FileList } from './FileList.tsx'
import { FolderProblem } from './FolderProblem.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { MoreProblem } from './MoreProblem.tsx'
import { useDownload } from './use-download.ts'
import { useFolder } from './use-folder.ts'

/** Where each folder's list was left, for the way back. */
const offsets = new Map<string, number>()

export function FilesScreen() {
  // A new folder is a new screen: its list begins at its own top with its own first row.
  const folderId = useCurrentFolderId()
  return <Folder key={folderId} folderId={folderId} />
}

function Folder({ folderId }: { folderId: string }) {
  const t = useTexts()
  const navigate = useNavigate()
  const download = useDownload()
  const handleError = useErrorHandler()
  const folder = useFolder(folderId)
  const { path, files } = folder
  const isTop = path.above.length === 0
  // A folder that did not come has no name to show.
  const isNameless = folder.error !== null && path.name === undefined
  const [onLeave] = useState(() => (offset: number) => void offsets.set(folderId, offset))
  usePageTitle(path.name, t('app.name'))
  useOpeningAnnouncement(folder)

  function open(file: File) {
    if (file.kind === 'folder') {
      void navigate({ to: '/files/$folderId', params: { folderId: file.id } })
    } else void download(file).catch(handleError)
  }

  return (
    <div className="flex h-full flex-col">
      {isNameless ? null : <Breadcrumbs path={path} />}
      {folder.error ? (
        <FolderProblem
          level={isNameless ? 1 : 2}
          isMissing={isServiceError(folder.error, 'not_found', 'invalid_argument')}
          error={folder.error}
          onRetry={folder.retry}
        />
      ) : folder.isLoading ? (
        <div className="overflow-hidden md:pt-9">
          <ListSkeleton rows={8} label={t('app.loading')} />
        </div>
      ) : files.length === 0 ? (
        <EmptyFolder isTop={isTop} />
      ) : (
        <FileList
          label={t('files.list', { name: path.name ?? '' })}
          files={files}
          hasMore={folder.hasMore}
          onMore={folder.loadMore}
          onOpen={open}
          initialOffset={offsets.get(folderId) ?? 0}
          onLeave={onLeave}
        />
      )}
      {folder.moreError ? <MoreProblem error={folder.moreError} onRetry={folder.retry} /> : null}
      <DropTarget folderId={folderId} name={path.name ?? ''} />
      {files.length > 0 ? <NewFab /> : null}
    </div>
  )
}

/** Says where one has come to and how much is there, once it is known. */
function useOpeningAnnouncement({ path, files, isLoading, hasMore }: ReturnType<typeof useFolder>) {
  const t = useTexts()
  const announce = useAnnounce()
  const say = useEffectEvent(() => {
    const name = path.name ?? ''
    const count = files.length
    announce(hasMore ? t('files.openedMore', { name, count }) : t('files.opened', { name, count }))
  })
  const isKnown = !isLoading && path.name !== undefined
  useEffect(() => {
    if (isKnown) say()
  }, [isKnown])
}
