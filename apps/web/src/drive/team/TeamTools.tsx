import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { drivesQuery } from '../drives-query.ts'
import { TeamDriveMenu } from './TeamDriveMenu.tsx'

/** The menu of the team drive that is in view. */
export function TeamTools() {
  const driveId = useDriveId()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery(drivesQuery(useDrive()))
  const drive = data?.drives.find(({ id }) => id === driveId)
  if (!drive) return null
  return (
    <TeamDriveMenu
      drive={drive}
      onChanged={() => void queries.invalidateQueries()}
      onGone={() => void navigate({ to: '/team' })}
    />
  )
}
