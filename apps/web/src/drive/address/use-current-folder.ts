import { ROOT_ID } from '@awan/protocol'
import { useParams } from '@tanstack/react-router'
import { useDriveId } from '../DriveProvider.tsx'

/** The folder that the address names; outside of folders, the top one. */
export function useCurrentFolderId(): string {
  return useNamedFolderId() ?? ROOT_ID
}

/** Undefined where the address names no folder, or one of another drive. */
export function useNamedFolderId(): string | undefined {
  const { folderId } = useParams({ strict: false })
  return useIsDriveInView() ? folderId : undefined
}

/** Whether the address leads into this drive. The places of the own drive are in it. */
export function useIsDriveInView(): boolean {
  return useParams({ strict: false }).driveId === useDriveId()
}
