import { ROOT_ID } from '@awan/protocol'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { useDrive } from './DriveProvider.tsx'
import { folderQuery } from './drive-queries.ts'

export interface PathStep {
  id: string
  name: string
  isTop: boolean
}

export interface FolderPath {
  /** From the top down. */
  above: readonly PathStep[]
  /** Undefined while it is not known. */
  name: string | undefined
}

/** Where a folder is. */
export function useFolder(folderId: string) {
  const t = useTexts()
  const drive = useDrive()
  const isTop = folderId === ROOT_ID
  const folder = useQuery({ ...folderQuery(drive, folderId), enabled: !isTop })

  const topName = t('nav.files')
  // The first folder above is the top one, which has no name of its own on the wire.
  const above = (folder.data?.ancestors ?? []).map(({ id, name }, depth): PathStep => {
    return depth === 0 ? { id, name: topName, isTop: true } : { id, name, isTop: false }
  })
  const isTopByItsId = folder.data !== undefined && folder.data.parent_id === null
  const path: FolderPath = {
    above,
    name: isTop || isTopByItsId ? topName : folder.data?.name,
  }
  return { path, error: folder.error, retry: () => void folder.refetch() }
}
