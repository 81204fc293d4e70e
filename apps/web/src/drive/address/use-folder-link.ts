import { useDriveId } from '../DriveProvider.tsx'
import { toFolderLink } from './folder-link.ts'

/** For the folders of the drive that one is in. */
export function useFolderLink() {
  const driveId = useDriveId()
  return (folderId: string) => toFolderLink(driveId, folderId)
}
