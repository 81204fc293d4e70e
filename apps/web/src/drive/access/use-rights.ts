import { ROOT_ID } from '@awan/protocol'
import type { Right } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { aboutQuery, folderQuery } from '../drive-queries.ts'
import type { Place } from '../listing/place.ts'
import { useTrashed } from '../use-folder.ts'
import { rightsOfRole } from './allows.ts'

/** What the caller may do in a folder, as far as it is known; nothing is asked for it. */
export function useRightsIn(folderId: string): readonly Right[] {
  const { data: folder, error } = useQuery({
    ...folderQuery(useDrive(), folderId),
    enabled: false,
  })
  const inDrive = useRightsInDrive()
  const isInTrash = useTrashed(folder) !== undefined
  // Somebody else's drive is seen from what is shared: above it there is no folder to add to.
  const isAbove = useDriveId() !== undefined && folderId === ROOT_ID
  if (isInTrash || isAbove || isServiceError(error, 'not_found')) return onlyToSee
  return folder?.capabilities ?? inDrive
}

/** What is in the trash stays as it is until it is restored, and what is gone takes nothing. */
const onlyToSee: readonly Right[] = ['view']

/** Whether this is a folder in the trash, or inside of one. */
export function useIsInTrash(place: Place): boolean {
  const folderId = place.kind === 'folder' ? place.folderId : ROOT_ID
  const folder = useQuery({ ...folderQuery(useDrive(), folderId), enabled: false }).data
  return useTrashed(folder) !== undefined
}

/**
 * The most that the caller may do anywhere in the drive. While that is not known they may do everything in their
 * own, and look at that of somebody else.
 */
export function useRightsInDrive(): readonly Right[] {
  const unknown = useDriveId() === undefined ? 'owner' : 'viewer'
  const drive = useDrive()
  const about = useQuery({ ...aboutQuery(drive), enabled: false }).data
  // A manager of a whole team drive has the rights of an owner, and nobody else sees its top folder.
  const top = useQuery({ ...folderQuery(drive, ROOT_ID), enabled: false }).data
  if (top?.name === '' && about?.name !== undefined) return top.capabilities
  return rightsOfRole(about?.role ?? unknown)
}

export function useRightsAt(place: Place): readonly Right[] {
  const inFolder = useRightsIn(place.kind === 'folder' ? place.folderId : ROOT_ID)
  const inDrive = useRightsInDrive()
  return place.kind === 'folder' ? inFolder : inDrive
}
