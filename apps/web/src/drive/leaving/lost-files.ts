import type { GrantGrantee, Share } from '@awan/protocol/drive'

/** Something that others have access to because of a person, with all who have it. */
export interface LostFile {
  file: Share['file']
  /** Undefined in the person's own drive, which ends with the account. */
  driveId: string | undefined
  grantees: GrantGrantee[]
}

/** One for each file or folder, however many it is shared with. */
export function toLostFiles(shares: readonly Share[], ownDriveId: string): LostFile[] {
  const found = new Map<string, LostFile>()
  for (const { file, grant } of shares) {
    const key = `${grant.drive_id} ${file.id}`
    const lost = found.get(key)
    if (lost) lost.grantees.push(grant.grantee)
    else {
      const driveId = grant.drive_id === ownDriveId ? undefined : grant.drive_id
      found.set(key, { file, driveId, grantees: [grant.grantee] })
    }
  }
  return [...found.values()]
}
