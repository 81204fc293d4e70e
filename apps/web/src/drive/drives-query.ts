import type { DriveClient } from '@awan/client/drive'
import type { ReachedDrive } from '@awan/protocol/drive'
import { queryOptions } from '@tanstack/react-query'

/** The drives that the person has access to, and whether they may create team drives. */
export function drivesQuery(drive: Pick<DriveClient, 'drives'>) {
  return queryOptions({ queryKey: ['drives'], queryFn: () => drive.drives() })
}

/** Whether it is a team drive with the person as a member. Of one in which only a folder is shared they are none. */
export function isMemberOf({ kind, tops }: Pick<ReachedDrive, 'kind' | 'tops'>): boolean {
  // Only the top folder has no name.
  return kind === 'team' && tops.some(({ name }) => name === '')
}
