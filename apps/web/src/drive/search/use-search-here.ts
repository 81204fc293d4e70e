import { ROOT_ID } from '@awan/protocol'
import { useQuery } from '@tanstack/react-query'
import { useNamedFolderId } from '../address/use-current-folder.ts'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'

/** The folder that one is in, when that is less than the whole drive. */
export function useSearchHere(): { id: string; name: string } | undefined {
  const folderId = useNamedFolderId()
  const isInside = folderId !== undefined && folderId !== ROOT_ID
  const { data } = useQuery({ ...folderQuery(useDrive(), folderId ?? ROOT_ID), enabled: isInside })
  if (!isInside || data === undefined || data.parent_id === null) return undefined
  return { id: data.id, name: data.name }
}
