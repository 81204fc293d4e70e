import { ROOT_ID } from '@awan/protocol'

/** Where a folder is shown: those of other drives have the drive in their address. */
export function toFolderLink(driveId: string | undefined, folderId: string) {
  if (driveId !== undefined) {
    return { to: '/drives/$driveId/files/$folderId', params: { driveId, folderId } } as const
  }
  if (folderId === ROOT_ID) return { to: '/files' } as const
  return { to: '/files/$folderId', params: { folderId } } as const
}

/** Leads to a file wherever it is now. */
export function toFileLink(driveId: string | undefined, fileId: string) {
  if (driveId === undefined) return { to: '/file/$fileId', params: { fileId } } as const
  return { to: '/drives/$driveId/file/$fileId', params: { driveId, fileId } } as const
}

export function toTrashLink(driveId: string | undefined) {
  if (driveId === undefined) return { to: '/trash' } as const
  return { to: '/drives/$driveId/trash', params: { driveId } } as const
}

/** The address of a file as a path. */
export function toFilePath(driveId: string | undefined, fileId: string): string {
  return driveId === undefined ? `/file/${fileId}` : `/drives/${driveId}/file/${fileId}`
}

/** The address of a folder as a path. */
export function toFolderPath(driveId: string | undefined, folderId: string): string {
  if (driveId !== undefined) return `/drives/${driveId}/files/${folderId}`
  return folderId === ROOT_ID ? '/files' : `/files/${folderId}`
}
