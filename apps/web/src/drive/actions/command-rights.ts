import type { Right } from '@awan/protocol/drive'
import { allows } from '../access/allows.ts'
import type { Place } from '../listing/place.ts'
import { type Chosen, isWhole } from '../selection/whole-place.ts'
import type { CommandId } from './file-command.ts'

/** What a command needs on each chosen file; those that are not named need only to see it. */
const neededOnChosen: Partial<Record<CommandId, Right>> = {
  share: 'share',
  offer: 'own',
  rename: 'edit',
  move: 'edit',
  cut: 'edit',
  tags: 'edit',
  versions: 'edit',
  restore: 'edit',
  trash: 'edit',
  delete: 'own',
}

/** What it needs on the folder that one is in. */
const neededHere: Partial<Record<CommandId, Right>> = {
  paste: 'add',
  duplicate: 'add',
  compress: 'add',
  extract: 'add',
}

/** Those that need a folder around what is chosen. */
const insideFolders: ReadonlySet<CommandId> = new Set([
  'move',
  'duplicate',
  'compress',
  'extract',
  'cut',
  'paste',
])

/** Whether a command can work at all in a place: a file that is shared alone has no folder around it. */
export function canWork(id: CommandId, place: Place): boolean {
  return place.kind !== 'file' || !insideFolders.has(id)
}

/** `some`: not with everything that is chosen. */
export type Allowance = 'all' | 'some' | 'none'

/**
 * Whether the caller may do this with what is chosen. `here` is what they may do in the place: all that a
 * place shows is not read file by file, and what holds for a folder holds for what is in it.
 */
export function allowanceOf(id: CommandId, chosen: Chosen, here: readonly Right[]): Allowance {
  const place = { capabilities: here }
  const placeRight = neededHere[id]
  if (placeRight !== undefined && !allows(place, placeRight)) return 'none'
  const right = neededOnChosen[id]
  if (right === undefined) return 'all'
  const nodes = isWhole(chosen) ? [place] : chosen
  const count = nodes.filter((node) => allows(node, right)).length
  return count === nodes.length ? 'all' : count > 0 ? 'some' : 'none'
}
