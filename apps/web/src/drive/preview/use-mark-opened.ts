import type { File } from '@awan/protocol/drive'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'

/** A file that is passed on the way to another was not opened. */
const LOOKED_AT_MS = 1_000

/** Remembers that the person has opened a file, once it has been in view for a moment. */
export function useMarkOpened(file: File | undefined): void {
  const drive = useDrive()
  const queries = useQueryClient()
  const id = file?.trashed_time === undefined ? file?.id : undefined
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      drive.files.markOpened(id).then(
        // The details show it.
        () => queries.invalidateQueries({ queryKey: folderQuery(drive, id).queryKey }),
        // Without a connection the file is shown all the same, and only this mark is missing.
        () => undefined,
      )
    }, LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [drive, queries, id])
}
