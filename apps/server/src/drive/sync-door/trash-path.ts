import { toStoredName } from '@awan/protocol/name-problem'
import type { Reader } from '../../db/database.ts'
import { notFound, type OpenNode, openNodeByNumber } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { allows } from '../access/rights.ts'
import { findChild } from '../nodes/tree.ts'
import type { DavPath } from '../webdav/dav-path.ts'

/** The folder of the protocol that has what was thrown away, and the one into which that is moved to get it back. */
export const TRASH = 'trash'
export const RESTORE = 'restore'

/** Several in the trash can have one name: their numbers tell them apart. */
export function toTrashName(name: string, number: number | string): string {
  return `${name}.d${number}`
}

/** What a path in the trash names: the trash itself, or something in it. */
export type TrashPath = { number: undefined } | { number: number; name: string; below: string[] }

export function parseTrashPath({ names }: Pick<DavPath, 'names'>): TrashPath {
  const [folder, name, ...below] = names.map(toStoredName)
  if (folder !== TRASH) throw notFound()
  if (name === undefined) return { number: undefined }
  const [, digits] = /\.d(\d{1,15})$/.exec(name) ?? []
  if (digits === undefined) throw notFound()
  return { number: Number(digits), name, below }
}

/** What was thrown away itself, and what is at the end of the path in it. */
export interface Trashed {
  top: OpenNode
  node: OpenNode
}

export async function openTrashed(
  reader: Reader,
  drive: OpenDrive,
  { number, name, below }: Extract<TrashPath, { name: string }>,
): Promise<Trashed> {
  const top = await openNodeByNumber(reader, drive, number)
  if (top.trashed_at === null || toTrashName(top.name, number) !== name) throw notFound()
  let node = top
  for (const part of below) {
    const child = await findChild(reader, drive, node.id, part)
    const rights = child && drive.reach.rightsIn(node.rights, child)
    if (!child || rights === undefined || !allows(rights, 'view')) throw notFound()
    node = Object.assign(child, { rights })
  }
  return { top, node }
}
