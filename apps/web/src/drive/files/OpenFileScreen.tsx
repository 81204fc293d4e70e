import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { FolderProblem } from './FolderProblem.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'

/** An address that stays with a file wherever it is moved: leads to where it lies now. */
export function OpenFileScreen() {
  const t = useTexts()
  const { fileId } = useParams({ from: '/queries/shell/file/$fileId' })
  const { data: file, error, refetch } = useQuery(folderQuery(useDrive(), fileId))
  if (error !== null) {
    return (
      <FolderProblem
        level={1}
        isMissing={isServiceError(error, 'not_found', 'invalid_argument')}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  if (file === undefined) return <ListSkeleton rows={8} label={t('app.loading')} />
  if (file.kind === 'folder') {
    return <Navigate to="/files/$folderId" params={{ folderId: file.id }} replace />
  }
  if (file.parent_id === null) {
    return <Navigate to="/trash" search={{ preview: file.id } as never} replace />
  }
  return (
    <Navigate
      to="/files/$folderId"
      params={{ folderId: file.parent_id }}
      search={{ preview: file.id } as never}
      replace
    />
  )
}
