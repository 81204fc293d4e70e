import { ROOT_ID } from '@awan/protocol'
import { useParams } from '@tanstack/react-router'

/** The folder that the address names; outside of folders, the top one. */
export function useCurrentFolderId(): string {
  const { folderId } = useParams({ strict: false })
  return folderId ?? ROOT_ID
}
