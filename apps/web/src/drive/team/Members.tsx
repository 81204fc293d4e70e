import { ROOT_ID } from '@awan/protocol'
import type { ReachedDrive } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { DriveProvider, useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { ShareLayer } from '../sharing/ShareLayer.tsx'

/** The members of a team drive are those whom its top folder is shared with. */
export function Members({
  drive: { id, name },
  onClose,
}: {
  drive: Pick<ReachedDrive, 'id' | 'name'>
  onClose: () => void
}) {
  return (
    <DriveProvider driveId={id}>
      <OfTop name={name} onClose={onClose} />
    </DriveProvider>
  )
}

function OfTop({ name, onClose }: { name: string; onClose: () => void }) {
  const handleError = useErrorHandler()
  const { data: top, error } = useQuery(folderQuery(useDrive(), ROOT_ID))
  const giveUp = useEffectEvent((error: unknown) => {
    handleError(error)
    onClose()
  })
  useEffect(() => {
    if (error) giveUp(error)
  }, [error])
  return top ? <ShareLayer purpose="share" file={{ ...top, name }} onClose={onClose} /> : null
}
