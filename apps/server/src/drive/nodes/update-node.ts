import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { DriveTransaction } from '../access/drives.ts'
import {
  findFolderOf,
  findOpenNode,
  isInPlace,
  listAncestors,
  type OpenNode,
  openNode,
  openTarget,
} from '../access/open-node.ts'
import { requireOwnBelow } from '../access/own-below.ts'
import { NO_RIGHTS } from '../access/rights.ts'
import type { Action } from '../changes/changes.ts'
import { checkIfMatch } from './etag.ts'
import { toNodeName } from './node-name.ts'
import { changeNode, type Node, type NodeSet, replaceTags } from './nodes.store.ts'
import { choosePlace } from './put-node.ts'
import { starNode } from './star-node.ts'
import { compareTags, tagsIn, toTagList, toTags } from './tags.ts'

/** What a person wants to be different; what is not named stays. */
export interface NodeChange {
  name?: string | undefined
  /** Another folder. */
  parentId?: string | undefined
  description?: string | null | undefined
  isStarred?: boolean | undefined
  /** All of them. */
  tags?: readonly string[] | undefined
  modifiedAt?: number | undefined
  /** What happens when the name is taken there. */
  conflict: ConflictRule
}

/** Changes one node, and of a folder nothing that lies in it. */
export async function updateNode(
  transaction: DriveTransaction,
  id: string,
  change: NodeChange,
  ifMatch: string | undefined,
): Promise<OpenNode> {
  const { drive, writer, recordChange } = transaction
  const node = await openNode(writer, drive, id)
  checkIfMatch(node, ifMatch)
  if (node.id === drive.root_id) {
    throw new ServiceError('invalid_argument', { description: 'the root folder cannot be changed' })
  }
  const tags = change.tags && toTags(change.tags)
  const set = differing(node, {
    ...(await toPlace(transaction, node, change)),
    ...toDetails(change),
    ...(tags && { tag_list: toTagList(tags) }),
  })
  const { isStarred } = change
  const marked = isStarred === undefined ? node : await starNode(transaction, node, isStarred)
  if (Object.keys(set).length === 0) return marked

  if (set.parent_id !== undefined) await requireOwnBelow(writer, drive, node)
  await drive.locks?.require(writer, { nodes: [node.id] })
  await changeNode(writer, node, set)
  if (tags && set.tag_list !== undefined) await replaceTags(writer, node, tags)
  recordChange({ changed: node, set }, toAction(node, set))
  // Where it went, its caller may have fewer rights, or none.
  return (await findOpenNode(writer, drive, node.id)) ?? { ...marked, ...set, rights: NO_RIGHTS }
}

/** What lies in the trash can be taken out of it and is otherwise left alone. */
async function toPlace(
  transaction: DriveTransaction,
  node: OpenNode,
  { name = node.name, parentId, conflict }: NodeChange,
): Promise<NodeSet> {
  const { drive, writer } = transaction
  if (parentId === undefined) {
    if (!isInPlace(drive, node, await listAncestors(writer, node))) {
      throw new ServiceError('failed_precondition', {
        description: 'the file or folder is in the trash: restore it first',
      })
    }
    if (name === node.name) return {}
  }
  const into =
    parentId === undefined
      ? await findFolderOf(writer, drive, node)
      : await openTarget(writer, drive, parentId, 'add')
  return choosePlace(transaction, node, { into, name: toNodeName(name), conflict })
}

function toDetails(change: NodeChange): NodeSet {
  const { description, modifiedAt } = change
  return {
    ...(description === undefined ? {} : { description: description?.toWellFormed() || null }),
    ...(modifiedAt === undefined ? {} : { modified_at: modifiedAt }),
  }
}

function differing(node: Node, set: NodeSet): NodeSet {
  return Object.fromEntries(
    Object.entries(set).filter(([column, value]) => node[column as keyof NodeSet] !== value),
  )
}

function toAction(node: Node, set: NodeSet): Action {
  const name = set.name ?? node.name
  const was = set.name === undefined ? {} : { was: node.name }
  if (set.parent_id !== undefined) {
    const from = node.parent_id ?? node.trashed_from
    return { action: 'move', data: { name, ...was, from, to: set.parent_id } }
  }
  if (set.name !== undefined) return { action: 'rename', data: { name, ...was } }
  const { tag_list, description } = set
  const done = tag_list === undefined ? {} : compareTags(tagsIn(node.tag_list), tagsIn(tag_list))
  const described = description === undefined ? {} : { described: true }
  return { action: 'update', data: { name, ...done, ...described } }
}
