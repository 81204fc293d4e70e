import type { DriveClient } from '@awan/client/drive'
import { queryOptions } from '@tanstack/react-query'

export function aboutQuery(drive: DriveClient) {
  return queryOptions({ queryKey: ['drive', 'about'], queryFn: () => drive.about() })
}

export function folderQuery(drive: DriveClient, id: string) {
  return queryOptions({
    queryKey: ['drive', 'folder', id],
    queryFn: () => drive.files.get(id),
  })
}
