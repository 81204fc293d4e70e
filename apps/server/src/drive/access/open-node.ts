import { ROOT_ID } from '@awan/protocol'
import type { Right } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import { findOpened } from '../marks/marks.ts'
import {
  type Above,
  type Ancestor,
  type FoundNode,
  findAncestors,
  findNode,
  findNodes,
  nodeByNumber,
  type PossiblyDeleted,
} from './find-node.store.ts'
import type { OpenDrive, Seen } from './reach.ts'
import { allows, asGranted, isTop, NO_RIGHTS, seesOnlyAdded, withoutEdit } from './rights.ts'
import { findPlaces } from './ways-up.ts'

export { type Ancestor, driveOfNumber, numbersOf, takenTimesOf } from './find-node.store.ts'

/** A node as its caller sees it. */
export type OpenNode = Seen<FoundNode>

/**
 * So far up a walk goes. It is more than the depth that the rules allow: of a very large tree that is
 * moved, only a part is looked at.
 */
const MAX_WALK = 1024

/**
 * A node of this drive with the right that the call needs, or another one. What the caller does not see
 * does not exist, in the same words; what they see and may not do is denied.
 */
export async function openNode(
  reader: Reader,
  drive: OpenDrive,
  id: string,
  right: Right = drive.reach.right,
): Promise<OpenNode> {
  const node = await findOpenNode(reader, drive, id)
  if (!node) throw notFound()
  requireRight(node, right)
  return node
}

/** The same by its number, which is its own on the whole server. */
export async function openNodeByNumber(
  reader: Reader,
  drive: OpenDrive,
  number: number,
): Promise<OpenNode> {
  const node = await nodeByNumber(reader, drive.id, number).executeTakeFirst()
  if (!node) throw notFound()
  return openNode(reader, drive, node.id)
}

/** Undefined for what the caller does not see. */
export async function findOpenNode(
  reader: Reader,
  drive: OpenDrive,
  id: string,
): Promise<OpenNode | undefined> {
  const { reach } = drive
  const wanted = id === ROOT_ID ? reach.rootId : id
  const found = wanted === undefined ? undefined : await findNode(reader, drive, wanted)
  const [node] = found ? await leaveOutDeleted(reader, drive, [found]) : []
  if (!node) return undefined
  if (reach.isUniform) return see(node, reach.rightsOn(node, []))
  const above = await listAncestors(reader, node)
  // What is in the trash is seen only by those who see the whole drive.
  if (reach.whole === undefined && !isInPlace(drive, node, above)) return undefined
  const seen = see(node, reach.rightsOn(node, above))
  return seen && (await keepOpened(reader, drive, [seen]))[0]
}

function see(node: FoundNode, rights: number): OpenNode | undefined {
  return allows(rights, 'view') ? Object.assign(node, { rights }) : undefined
}

/** Those of several nodes that are there and seen, by their ids. */
export async function openNodes(
  reader: Reader,
  drive: OpenDrive,
  ids: readonly string[],
): Promise<Map<string, OpenNode>> {
  const found = ids.length > 0 ? await findNodes(reader, drive, ids) : []
  const nodes = await leaveOutDeleted(reader, drive, found)
  return new Map((await seeNodes(reader, drive, nodes)).map((node) => [node.id, node]))
}

/**
 * Without those below a folder that was deleted for good. Their rows are removed step by step, but from the first step on they
 * are gone: whoever follows the drive has dropped them, and is told nothing of them any more.
 */
async function leaveOutDeleted(
  reader: Reader,
  drive: OpenDrive,
  found: readonly PossiblyDeleted[],
): Promise<FoundNode[]> {
  const isRemoving = found.some(({ is_removing }) => is_removing)
  const nodes = found.map(({ is_removing, ...node }) => node)
  if (!isRemoving) return nodes
  const parents = nodes.map(({ parent_id }) => parent_id)
  const places = await findPlaces(reader, drive, parents)
  return nodes.filter(({ parent_id }) => !places(parent_id)?.isDeleted)
}

/** Those of some rows that the caller sees, each with its rights. */
export async function seeNodes<N extends Pick<NodeRow, 'id' | 'parent_id' | 'created_by'>>(
  reader: Reader,
  drive: OpenDrive,
  nodes: readonly N[],
): Promise<Seen<N>[]> {
  const { reach } = drive
  const parents = reach.isUniform ? [] : nodes.map(({ parent_id }) => parent_id)
  const places = await findPlaces(reader, drive, parents)
  const seen = nodes.flatMap((node) => {
    const place = places(node.parent_id)
    if (place?.isInTrash && reach.whole === undefined) return []
    const rights = reach.rightsIn(place?.rights ?? reach.whole ?? NO_RIGHTS, node)
    return allows(rights, 'view') ? Object.assign(node, { rights }) : []
  })
  return keepOpened(reader, drive, seen)
}

/**
 * Whoever sends to a drop folder may withdraw a file until somebody has opened it. A folder stays: others may
 * have opened what is in it.
 */
export async function keepOpened<N extends Pick<NodeRow, 'id'> & Partial<Pick<NodeRow, 'kind'>>>(
  reader: Reader,
  drive: OpenDrive,
  nodes: Seen<N>[],
): Promise<Seen<N>[]> {
  if (!drive.reach.link || drive.reach.role !== 'drop') return nodes
  const own = nodes.filter(({ rights }) => allows(rights, 'edit'))
  const opened = await findOpened(
    reader,
    drive.id,
    own.map(({ id }) => id),
  )
  return nodes.map((node) => {
    const isKept = node.kind === 'folder' || opened.has(node.id)
    return isKept ? { ...node, rights: withoutEdit(node.rights) } : node
  })
}

/** What was thrown away from a folder that the caller sees: whoever threw it away may put it back. */
export async function findTrashedFrom(
  reader: Reader,
  drive: OpenDrive,
  id: string,
): Promise<OpenNode | undefined> {
  const node = await findNode(reader, drive, id)
  const folder = node?.trashed_from && (await findOpenNode(reader, drive, node.trashed_from))
  return node && folder ? see(node, drive.reach.rightsIn(folder.rights, node)) : undefined
}

export function requireRight({ rights }: Pick<OpenNode, 'rights'>, right: Right): void {
  if (allows(rights, right)) return
  throw new ServiceError('permission_denied', {
    description: `this needs the right to ${right}, which you do not have here`,
  })
}

/** Whether all that is below a node is seen with it: of some folders the caller sees only what they added. */
export function isAllSeen({ kind, rights }: Pick<OpenNode, 'kind' | 'rights'>): boolean {
  return kind === 'file' || !seesOnlyAdded(rights)
}

/** For calls that take a folder with all that is below it, without a look at each of them. */
export function requireAllSeen(node: Pick<OpenNode, 'kind' | 'rights'>): void {
  if (!isAllSeen(node)) requireRight({ rights: NO_RIGHTS }, 'view')
}

/** For calls that name no node: the right on the whole drive. */
export function requireWhole({ reach }: OpenDrive, right: Right = reach.right): void {
  requireRight({ rights: reach.whole ?? NO_RIGHTS }, right)
}

/** For calls that name no node and show only what the caller sees: the right on some part of the drive. */
export function requireSomewhere({ reach }: OpenDrive, right: Right = reach.right): void {
  const rights = reach.tops.reduce((all, top) => all | asGranted(top.rights), NO_RIGHTS)
  requireRight({ rights }, right)
}

export async function openFolder(
  reader: Reader,
  drive: OpenDrive,
  id: string,
  right?: Right,
): Promise<OpenNode> {
  const node = await openNode(reader, drive, id, right)
  if (node.kind !== 'folder') {
    throw new ServiceError('invalid_argument', { description: 'the parent is not a folder' })
  }
  return node
}

export interface TargetFolder {
  folder: OpenNode
  /** From the top down. */
  above: Ancestor[]
}

/** A folder that takes something: one in the trash does not. */
export async function openTarget(
  reader: Reader,
  drive: OpenDrive,
  id: string,
  right?: Right,
): Promise<TargetFolder> {
  const folder = await openFolder(reader, drive, id, right)
  const above = await listAncestors(reader, folder)
  if (!isInPlace(drive, folder, above)) {
    throw new ServiceError('failed_precondition', { description: 'the folder is in the trash' })
  }
  return { folder, above }
}

/**
 * The folder that a node is in, to give the node another name there: whoever may edit a node may rename it,
 * also where they do not see its folder.
 */
export async function findFolderOf(
  reader: Reader,
  drive: OpenDrive,
  node: OpenNode,
): Promise<TargetFolder> {
  const folder = node.parent_id === null ? undefined : await findNode(reader, drive, node.parent_id)
  if (!folder) throw notFound()
  const above = await listAncestors(reader, folder)
  return { folder: Object.assign(folder, { rights: drive.reach.rightsOn(folder, above) }), above }
}

/** Whether the way up ends at the root; that of what is in the trash does not. */
export function isInPlace(
  drive: Pick<OpenDrive, 'root_id'>,
  node: Pick<NodeRow, 'id'>,
  above: readonly Ancestor[],
): boolean {
  return (above[0]?.id ?? node.id) === drive.root_id
}

/** The folders above a node, from the top down, whoever sees them. */
export function listAncestors(reader: Reader, node: NodeRow): Promise<Above[]> {
  return node.parent_id === null
    ? Promise.resolve([])
    : findAncestors(reader, node.drive_id, node.id, MAX_WALK)
}

/** As far up as the caller sees. */
export function seenAncestors(
  { reach }: OpenDrive,
  node: OpenNode,
  above: readonly Above[],
): Ancestor[] {
  if (isTop(node.rights)) return []
  let rights = reach.whole ?? NO_RIGHTS
  const isSeen = above.map((folder) => {
    rights = reach.rightsIn(rights, folder)
    return allows(rights, 'view')
  })
  return above.slice(isSeen.lastIndexOf(false) + 1).map(({ id, name }) => ({ id, name }))
}

export function notFound(): ServiceError {
  return new ServiceError('not_found', { description: 'no such file or folder' })
}
