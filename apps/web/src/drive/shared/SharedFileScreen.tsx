import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { toFolderLink } from '../address/folder-link.ts'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { Breadcrumbs } from '../files/Breadcrumbs.tsx'
import { FileBrowser } from '../files/FileBrowser.tsx'
import { FolderProblem } from '../files/FolderProblem.tsx'
import { ListSkeleton } from '../files/ListSkeleton.tsx'
import { useFolder } from '../use-folder.ts'

/** A file in somebody else's drive: in its folder, or alone where only the file is shared. */
export function SharedFileScreen() {
  const t = useTexts()
  const { driveId, fileId } = useParams({ from: '/queries/shell/drives/$driveId/file/$fileId' })
  const { data: file, error, refetch } = useQuery(folderQuery(useDrive(), fileId))
  const { path } = useFolder(fileId)
  usePageTitle(file?.name, t('app.name'))
  const isMissing = isServiceError(error, 'not_found', 'invalid_argument')
  if (error !== null && (isMissing || file === undefined)) {
    return (
      <FolderProblem level={1} isMissing={isMissing} error={error} onRetry={() => void refetch()} />
    )
  }
  if (file === undefined) return <ListSkeleton rows={8} label={t('app.loading')} />
  if (file.kind === 'folder') return <Navigate {...toFolderLink(driveId, file.id)} replace />
  if (file.parent_id !== null) {
    return (
      <Navigate
        {...toFolderLink(driveId, file.parent_id)}
        search={{ preview: file.id } as never}
        replace
      />
    )
  }
  return (
    <div className="flex h-full flex-col">
      <Breadcrumbs path={path} />
      <FileBrowser place={{ kind: 'file', fileId }} label={file.name} empty={null} />
    </div>
  )
}
