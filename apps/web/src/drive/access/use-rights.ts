import { ROOT_ID } from '@awan/protocol'
import type { Right } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery, folderQuery } from '../drive-queries.ts'
import type { Place } from '../listing/place.ts'
import { rightsOfRole } from './allows.ts'

/** What the caller may do in a folder, as far as it is known; nothing is asked for it. */
export function useRightsIn(folderId: string): readonly Right[] {
  const folder = useQuery({ ...folderQuery(useDrive(), folderId), enabled: false }).data
  const inDrive = useRightsInDrive()
  return folder?.capabilities ?? inDrive
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
