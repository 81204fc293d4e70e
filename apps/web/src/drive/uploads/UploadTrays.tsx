import { DriveProvider } from '../DriveProvider.tsx'
import { useAllUploads, WatchedUploads } from './UploadsProvider.tsx'
import { UploadTray } from './UploadTray.tsx'
import type { UploadsToDrive } from './uploads-of.ts'

/** One tray for each drive that something goes to. */
export function UploadTrays() {
  return useAllUploads().map((one) => <Tray key={one.driveId ?? 'own'} {...one} />)
}

function Tray({ driveId, uploads }: UploadsToDrive) {
  const tray = (
    <WatchedUploads uploads={uploads}>
      <UploadTray />
    </WatchedUploads>
  )
  if (driveId === undefined) return tray
  return <DriveProvider driveId={driveId}>{tray}</DriveProvider>
}
