import type { File } from '@awan/protocol/drive'
import { useEffect } from 'react'
import { useDrive } from '../DriveProvider.tsx'

/** A file that is passed on the way to another was not opened. */
const LOOKED_AT_MS = 1_000

/** Remembers that the person has opened a file, once it has been in view for a moment. */
export function useMarkOpened(file: File | undefined): void {
  const drive = useDrive()
  const id = file?.trashed_time === undefined ? file?.id : undefined
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      // Without a connection the file is shown all the same, and only this mark is missing.
      drive.files.markOpened(id).catch(() => undefined)
    }, LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [drive, id])
}
