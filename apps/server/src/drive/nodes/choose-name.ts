import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { requireRight } from '../access/open-node.ts'
import type { OpenDrive, Seen } from '../access/reach.ts'
import { allows, type RightSet, seesOnlyAdded } from '../access/rights.ts'
import { findFreeName } from './free-name.ts'
import type { Node } from './nodes.store.ts'

/** Where something is to get a name, and what is to happen when it is taken. */
export interface WantedName {
  name: string
  kind: Node['kind']
  conflict: ConflictRule
  /** The caller's rights on the folder. */
  folderRights: RightSet
  /** What has a name there. */
  find(name: string): Promise<Node | undefined>
  /** A node that is there already does not stand in its own way. */
  self?: string | undefined
}

export interface ChosenName {
  name: string
  /** What has the name, and may be replaced by this caller. */
  replaced: Seen<Node> | undefined
}

/**
 * The one rule for a name that is taken: refuse, choose another, or replace. To replace something needs the
 * right to edit it. Whoever does not even see what has the name is given another one: a refusal would tell
 * them that it is there.
 */
export async function chooseName(
  { reach }: Pick<OpenDrive, 'reach'>,
  { name, kind, conflict, folderRights, find, self }: WantedName,
): Promise<ChosenName> {
  // Whoever sends to a drop folder never replaces: what they sent may have been read.
  const rule = conflict === 'replace' && seesOnlyAdded(folderRights) ? 'rename' : conflict
  const findOther = async (candidate: string) => {
    const found = await find(candidate)
    return found?.id === self ? undefined : found
  }
  const other = await findOther(name)
  if (!other) return { name, replaced: undefined }
  const replaced = Object.assign(other, { rights: reach.rightsIn(folderRights, other) })
  if (rule === 'rename' || !allows(replaced.rights, 'view')) {
    const isTaken = async (candidate: string) => (await findOther(candidate)) !== undefined
    return { name: await findFreeName(name, kind, isTaken), replaced: undefined }
  }
  if (rule === 'fail') throw nameTaken()
  requireRight(replaced, 'edit')
  return { name, replaced }
}

export function nameTaken(): ServiceError {
  return new ServiceError('already_exists', { description: 'the name is taken in this folder' })
}
