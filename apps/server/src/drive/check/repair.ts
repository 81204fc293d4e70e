import { ROOT_ID } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import type { DriveRow, NodeRow } from '../../db/tables.ts'
import { createId, systemRandom } from '../../kernel/id.ts'
import { systemAccess } from '../access/access.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { findFreeName } from '../nodes/free-name.ts'
import { placeFolder } from '../nodes/place-node.ts'
import { insertRoot } from '../nodes/root.ts'
import { sortKey, sortType } from '../nodes/sort-key.ts'
import { toTagList } from '../nodes/tags.ts'
import { findChild } from '../nodes/tree.ts'
import { deleteShortcuts } from '../shortcuts/shortcut-rows.ts'
import { findNodeRow } from './check.store.ts'
import type { CheckParts } from './drive-check.ts'
import type { Problem } from './problem.ts'
import {
  deleteForgottenDraft,
  deleteTag,
  findNewestVersion,
  findOwnVersion,
  listKeptTags,
  recountReferences,
  recountReserved,
  recountUsage,
  setNode,
} from './repair.store.ts'

/** Where what has lost its folder is found again. */
export const RECOVERED_FOLDER = 'Recovered'

/**
 * Mends what can be mended without losing anything. Each repair is one transaction of the drive, which
 * looks again before it writes, so that it may run beside the server.
 */
export async function repairProblem(
  parts: CheckParts,
  drive: DriveRow,
  problem: Problem,
): Promise<'repaired' | 'impossible'> {
  const repair = repairOf(parts, drive, problem)
  if (!repair) return 'impossible'
  try {
    return (await repair()) ? 'repaired' : 'impossible'
  } catch (error) {
    // A rule of the drive stands against it, such as a name that is taken; anything else is a fault.
    if (isServiceError(error)) return 'impossible'
    throw error
  }
}

function repairOf(
  parts: CheckParts,
  drive: DriveRow,
  problem: Problem,
): (() => Promise<boolean>) | undefined {
  const { blobs } = parts
  const key = { drive_id: drive.id, id: problem.id }
  const inDrive = (work: (transaction: DriveTransaction) => Promise<boolean>) => () =>
    parts.drives.transact(systemAccess(drive.id), work)
  const onNode = (work: (transaction: DriveTransaction, node: NodeRow) => Promise<boolean>) =>
    inDrive(async (transaction) => {
      const node = await findNodeRow(transaction.writer, drive.id, problem.id)
      return node === undefined || work(transaction, node)
    })

  switch (problem.kind) {
    case 'reference_count':
    case 'unused_mark':
      return inDrive(async ({ writer, now }) => {
        await recountReferences(writer, key, now)
        return true
      })
    case 'used_bytes':
      return inDrive(async ({ writer }) => {
        await recountUsage(writer, drive.id)
        return true
      })
    case 'reserved_bytes':
      return inDrive(async ({ writer }) => {
        await recountReserved(writer, drive.id)
        return true
      })
    case 'forgotten_draft':
      return async () => {
        const isGone = await parts.db.write((writer) => deleteForgottenDraft(writer, key))
        if (isGone) await blobs.delete(problem.id)
        return true
      }
    case 'tag_without_node':
      return inDrive(async ({ writer }) => {
        const tag = problem.found ?? ''
        await deleteTag(writer, { driveId: drive.id, nodeId: problem.id, tag })
        return true
      })
    case 'shortcut_without_node':
      return inDrive(async ({ writer }) => {
        await deleteShortcuts(writer, drive.id, [problem.id])
        return true
      })
    case 'root_missing':
      return inDrive(async ({ writer, newNumber }) => {
        await insertRoot(writer, drive, newNumber())
        return true
      })
    case 'sort_key':
      return onNode(async (transaction, node) => {
        const { kind, name } = node
        return change(transaction, node, {
          sort_key: sortKey(kind, name),
          type: sortType(kind, name),
        })
      })
    case 'file_size':
      return onNode(async (transaction, node) => {
        const version = await findOwnVersion(transaction.writer, node)
        return version !== undefined && change(transaction, node, { size: version.size })
      })
    case 'file_hash':
      return onNode(async (transaction, node) => {
        const version = await findOwnVersion(transaction.writer, node)
        return version !== undefined && change(transaction, node, { hash: version.hash })
      })
    case 'tag_list':
      return onNode(async (transaction, node) => {
        const tags = await listKeptTags(transaction.writer, node)
        return change(transaction, node, { tag_list: toTagList(tags) })
      })
    case 'file_without_version':
      return onNode(async (transaction, node) => {
        if (await findOwnVersion(transaction.writer, node)) return true
        const newest = await findNewestVersion(transaction.writer, node)
        if (!newest) return false
        const { id, size, hash } = newest
        return change(transaction, node, { version_id: id, size, hash })
      })
    case 'deletion_without_task':
      // Nobody knows any more how far it was meant to go: from the trash it can go both ways.
      return onNode(async (transaction, node) =>
        change(transaction, node, {
          deleted_by: null,
          parent_id: null,
          trashed_at: transaction.now,
        }),
      )
    case 'parent_missing':
    case 'parent_no_folder':
    case 'nowhere':
    case 'cycle':
      return onNode(recover)
    default:
      return undefined
  }
}

async function change(
  { writer, recordChange }: DriveTransaction,
  node: NodeRow,
  set: Partial<NodeRow>,
): Promise<boolean> {
  await setNode(writer, node, set)
  // What was deleted and is found again was not there for a while.
  if (node.deleted_by === null) recordChange({ changed: node, set })
  else recordChange({ created: { ...node, ...set } })
  return true
}

/** The row alone moves, and with it all that lies below it. */
async function recover(transaction: DriveTransaction, node: NodeRow): Promise<boolean> {
  const { drive, writer } = transaction
  const known = await findChild(writer, drive, drive.root_id, RECOVERED_FOLDER)
  const folderId =
    known?.kind === 'folder'
      ? known.id
      : await placeFolder(transaction, {
          id: createId(systemRandom, transaction.now),
          parentId: ROOT_ID,
          name: RECOVERED_FOLDER,
          conflict: 'rename',
        })
  const name = await findFreeName(node.name, node.kind, async (candidate) => {
    const child = await findChild(writer, drive, folderId, candidate)
    return child !== undefined && child.id !== node.id
  })
  return change(transaction, node, {
    parent_id: folderId,
    name,
    sort_key: sortKey(node.kind, name),
    type: sortType(node.kind, name),
    trashed_at: null,
    trashed_from: null,
  })
}
