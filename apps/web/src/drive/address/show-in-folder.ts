import { ROOT_ID } from '@awan/protocol'
import type { File } from '@awan/protocol/drive'
import { useNavigate } from '@tanstack/react-router'
import { useDriveId } from '../DriveProvider.tsx'
import { toFolderPath } from './folder-link.ts'
import { useFolderLink } from './use-folder-link.ts'

/** The folder that a file lies in; `?at=<id>` chooses it there. */
export function useFolderAddress(): (file: Pick<File, 'id' | 'parent_id'>) => string {
  const driveId = useDriveId()
  return (file) => `${toFolderPath(driveId, file.parent_id ?? ROOT_ID)}?at=${file.id}`
}

/** Of an address, which file is to be seen in its list. */
export function readWanted({ at }: Readonly<Record<string, unknown>>): string | undefined {
  // An id that looks like a number comes as one.
  const id = typeof at === 'number' ? String(at) : at
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Leads to the folder that a file lies in, where it is chosen. */
export function useShowInFolder(): (file: Pick<File, 'id' | 'parent_id'>) => void {
  const navigate = useNavigate()
  const toFolder = useFolderLink()
  return (file) => {
    void navigate({ ...toFolder(file.parent_id ?? ROOT_ID), search: { at: file.id } as never })
  }
}
