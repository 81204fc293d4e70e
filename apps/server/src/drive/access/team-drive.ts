import type { DriveRow } from '../../db/tables.ts'

/** A drive that belongs to no person: its members have grants on its root. */
export function isTeamDrive({ name }: Pick<DriveRow, 'name'>): boolean {
  return name !== null
}

/** What stands for the owner in the rows of a team drive. No sub has a colon. */
export function teamOwner(driveId: string): string {
  return `team:${driveId}`
}
