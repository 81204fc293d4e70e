import type { File } from '@awan/protocol/drive'
import { isWhole, type WholePlace } from '../selection/whole-place.ts'
import { actOnPlace, toInside } from './act-on-whole.ts'
import type { ActionParts } from './action-parts.ts'
import { checkIds, mayMove } from './ask-losses.ts'
import { readTarget } from './place-files.ts'

/** What comes from a drive: without an id, from the person's own. */
export interface BroughtFiles {
  driveId: string | undefined
  chosen: WholePlace | readonly Pick<File, 'id'>[]
}

/** A folder of a drive: without an id, of the person's own. */
export interface TargetFolder {
  driveId: string | undefined
  id: string
  /** Read where it is not known. */
  name?: string
}

/**
 * Copies or moves files from one drive into another. The task belongs to the drive that they come into; what was
 * moved is undone there too, and comes back from the trash where it was.
 */
export async function bringFiles(
  parts: ActionParts,
  act: 'move' | 'copy',
  { driveId: drive_id, chosen }: BroughtFiles,
  { driveId, id: targetId, ...target }: TargetFolder,
): Promise<void> {
  const { t } = parts
  const { drive, followTask } = parts.elsewhere(driveId)
  const name = target.name ?? (await readTarget(parts, targetId))?.name ?? ''
  const whole = isWholePlace(chosen) ? chosen : asPlace(chosen.length)
  const files = isWholePlace(chosen) ? { inside: toInside(chosen) } : chosen.map(({ id }) => id)
  if (act === 'move') {
    const check = (some: typeof files) =>
      drive.files.checkMove(some, targetId, { from: { drive_id } })
    const isWanted = await mayMove(parts, {
      count: whole.count,
      check: () => (Array.isArray(files) ? checkIds(files, check) : check(files)),
      folder: async () => (name === '' ? undefined : name),
    })
    if (!isWanted) return
  }
  const bring = (some: typeof files, conflict?: 'fail' | 'rename' | 'replace') =>
    act === 'move'
      ? drive.files.moveFrom({ drive_id }, some, targetId, { conflict })
      : drive.files.copyFrom({ drive_id }, some, targetId, { conflict: 'rename' })
  await actOnPlace({ ...parts, drive, followTask }, whole, {
    name: act,
    folderName: name,
    isCountedBelow: true,
    run: (conflict) => bring(files, conflict),
    ...(act === 'move' ? { runSome: bring } : {}),
    doneTitle: (count) =>
      act === 'move' ? t('act.moved', { count, name }) : t('act.copied', { count, name }),
  })
}

function isWholePlace(chosen: BroughtFiles['chosen']): chosen is WholePlace {
  return isWhole(chosen as Parameters<typeof isWhole>[0])
}

/** Files that were chosen one by one may come from any folder. */
function asPlace(count: number): WholePlace {
  return { inside: {}, exceptIds: [], count, letGo() {} }
}
