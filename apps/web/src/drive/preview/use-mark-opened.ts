import type { AwanClient } from '@awan/client'
import type { File } from '@awan/protocol/drive'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'

/** A file that is passed on the way to another was not opened. */
const LOOKED_AT_MS = 1_000

/** Remembers that the person has opened a file, once it has been in view for a moment. */
export function useMarkOpened(file: File | undefined): void {
  const client = useClient()
  const drive = useDrive()
  const driveId = useDriveId()
  const queries = useQueryClient()
  const id = file?.trashed_time === undefined ? file?.id : undefined
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      void markOpened(client, driveId, id).then(
        // The details show it.
        () => queries.invalidateQueries({ queryKey: folderQuery(drive, id).queryKey }),
        // The server was out of reach for hours, or the person has left: only this mark is missing.
        () => undefined,
      )
    }, LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [client, drive, driveId, queries, id])
}

/** Loaded for it: the list, which brings the preview along, does without. */
async function markOpened(
  client: AwanClient,
  driveId: string | undefined,
  id: string,
): Promise<void> {
  const { backgroundWorkOf } = await import('../background/background-work.ts')
  await backgroundWorkOf(client).add((drive) => drive.files.markOpened(id), { driveId })
}
