import type { File } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { toFilePath, toFolderPath } from './folder-link.ts'

type Addressed = Pick<File, 'id' | 'kind'>

/** The whole address of a file or folder for everybody who has access to it; undefined until it is known. */
export function usePlaceAddress(): (file: Addressed) => string | undefined {
  const driveId = useDriveId()
  // The meter of the storage has asked. Only the person themselves can leave out the id of their drive.
  const { data: about } = useQuery({ ...aboutQuery(useDrive()), enabled: false })
  const id = driveId ?? about?.drive_id
  return (file) => (id === undefined ? undefined : `${location.origin}${toPath(id, file)}`)
}

/** Opens a file or folder beside this page. */
export function useOpenTab(): (file: Addressed) => void {
  const driveId = useDriveId()
  return (file) => void window.open(toPath(driveId, file), '_blank', 'noopener')
}

function toPath(driveId: string | undefined, { id, kind }: Addressed): string {
  return kind === 'folder' ? toFolderPath(driveId, id) : toFilePath(driveId, id)
}
