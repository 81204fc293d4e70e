import { ROOT_ID } from '@awan/protocol'
import type { ReachedDrive, Role } from '@awan/protocol/drive'
import type { RecentFolder } from './recent-folders.ts'

/** A drive, or a shared folder of one, that something can be put into. */
export interface PickPlace {
  key: string
  /** Undefined for the person's own drive. */
  driveId: string | undefined
  top: RecentFolder
  /** Whose it is, where it is shared. */
  owner?: string
}

const adding: ReadonlySet<Role> = new Set(['owner', 'manager', 'editor', 'contributor'])

/** Those where the person may add something: their own drive, then team drives, then what others share. */
export function toPickPlaces(
  drives: readonly ReachedDrive[],
  ownName: string,
): readonly [PickPlace, ...PickPlace[]] {
  const others = drives.filter(({ kind }) => kind !== 'own').flatMap(toPlaces)
  return [
    { key: 'own', driveId: undefined, top: { id: ROOT_ID, name: ownName } },
    ...others.filter(({ owner }) => owner === undefined),
    ...others.filter(({ owner }) => owner !== undefined),
  ]
}

function toPlaces({ id: driveId, name: driveName, kind, tops }: ReachedDrive): PickPlace[] {
  const open = tops.filter((top) => top.kind === 'folder' && adding.has(top.role))
  return [...new Map(open.map((top) => [top.id, top])).values()].map(({ id, name }) => {
    const place = { key: `${driveId} ${id}`, driveId }
    // Only the top folder of a drive has no name.
    if (name === '' && kind === 'team') return { ...place, top: { id, name: driveName } }
    return { ...place, top: { id, name: name || driveName }, owner: driveName }
  })
}
