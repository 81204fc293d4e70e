import type { DriveClient } from '@awan/client/drive'
import { createLinks, type Links } from '@awan/client/links'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../session/ClientProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'

/** Asked for again when the file changes, which a new grant or an ended one counts as. */
export function accessQuery(drive: DriveClient, fileId: string) {
  return queryOptions({
    queryKey: ['drive', 'access', fileId],
    queryFn: ({ signal }) => drive.shares.list(fileId, { signal }),
  })
}

export function linksQuery(links: Links, fileId: string) {
  return queryOptions({
    queryKey: ['drive', 'links', fileId],
    queryFn: () => links.list(fileId),
  })
}

/** Those of the drive that is shown; undefined until it is known which one that is. */
export function useLinks(): Links | undefined {
  const client = useClient()
  const driveId = useQuery(aboutQuery(useDrive())).data?.drive_id
  return driveId === undefined ? undefined : createLinks(client, { driveId })
}

/** To be called after something was shared or ended: below a folder that is so too. */
export function useRefreshAccess(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['drive', 'access'] }),
      queries.invalidateQueries({ queryKey: ['drive', 'links'] }),
    ])
  }
}
