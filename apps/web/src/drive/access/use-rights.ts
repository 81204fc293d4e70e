import { ROOT_ID } from '@awan/protocol'
import type { Right } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery, folderQuery } from '../drive-queries.ts'
import type { Place } from '../listing/place.ts'
import { useTrashed } from '../use-folder.ts'
import { rightsOfRole } from './allows.ts'

/** What the caller may do in a folder, as far as it is known; nothing is asked for it. */
export function useRightsIn(folderId: string): readonly Right[] {
  const folder = useQuery({ ...folderQuery(useDrive(), folderId), enabled: false }).data
  const inDrive = useRightsInDrive()
  const isInTrash = useTrashed(folder) !== undefined
  return isInTrash ? onlyToSee : (folder?.capabilities ?? inDrive)
}

/** What is in the trash stays as it is until it is restored. */
const onlyToSee: readonly Right[] = ['view']

/** Whether this is a folder in the trash, or inside of one. */
export function useIsInTrash(place: Place): boolean {
  const folderId = place.kind === 'folder' ? place.folderId : ROOT_ID
  const folder = useQuery({ ...folderQuery(useDrive(), folderId), enabled: false }).data
  return useTrashed(folder) !== undefined
}

/** The most that the caller may do anywhere in the drive. */
export function useRightsInDrive(): readonly Right[] {
  return rightsOfRole(useQuery({ ...aboutQuery(useDrive()), enabled: false }).data?.role)
}

export function useRightsAt(place: Place): readonly Right[] {
  const inFolder = useRightsIn(place.kind === 'folder' ? place.folderId : ROOT_ID)
  const inDrive = useRightsInDrive()
  return place.kind === 'folder' ? inFolder : inDrive
}
