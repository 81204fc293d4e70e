import { setImmediate as nextTurn } from 'node:timers/promises'
import { ROOT_ID } from '@awan/protocol'
import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { DriveTransaction } from '../access/drives.ts'
import { type OpenNode, openNodes } from '../access/open-node.ts'
import { findVersionsBetween } from '../contents/contents.ts'
import { addStoredVersion, type StoredContent } from '../contents/store-content.ts'
import { type IdempotentId, idOfPart, idsOfParts, partOfId } from '../idempotent-id.ts'
import { GrowingTree, type Path } from '../nodes/growing-tree.ts'
import { toMimeType } from '../nodes/mime-type.ts'
import { toPath } from '../nodes/node-path.ts'
import { chargeQuota, quotaExceeded, roomOf } from '../quota/quota.ts'
import { orderThumbnails } from '../thumbnails/order-thumbnails.ts'
import type { BundledFile, BundleEntry } from './read-bundle.ts'

/** What became of an entry: the file or folder, or why there is none. */
export type Outcome = OpenNode | ServiceError

export interface Placing {
  parentId: string
  conflict: ConflictRule
  entries: readonly BundleEntry<StoredContent | ServiceError>[]
  /** How many entries of the bundle are before these. */
  from?: number
  /** How many files and folders these may make. */
  maxMade?: number
  /** With a key, what it has made before is found again. */
  call: IdempotentId | undefined
  newId: () => string
}

export interface Placed {
  outcomes: Outcome[]
  /** The contents that a file came to have. */
  used: Set<StoredContent>
  /** How many files and folders are new. */
  made: number
}

/** So many entries are placed before others have their turn: rows are written without a pause. */
const ENTRIES_PER_TURN = 50

/** Places some entries of a bundle, in their order; what is wrong with one of them refuses that one alone. */
export function placeBundle(transaction: DriveTransaction, placing: Placing): Promise<Placed> {
  const { parentId, newId, maxMade } = placing
  const { reach } = transaction.drive
  const top = parentId === ROOT_ID ? (reach.rootId ?? parentId) : parentId
  const place = (tree: GrowingTree) => placeEntries(transaction, tree, placing)
  return GrowingTree.grow(transaction, top, newId, place, maxMade)
}

async function placeEntries(
  transaction: DriveTransaction,
  tree: GrowingTree,
  { conflict, entries, from = 0, call, newId }: Placing,
): Promise<Placed> {
  const { drive, writer, now, actorId } = transaction
  // With the first ones it is seen whether the key belongs to another bundle.
  const numbers = from === 0 ? undefined : { from, to: from + entries.length }
  const known = await findMade(transaction, call, numbers)
  const ways = entries.map(({ path }) => tryPath(path))
  await tree.explore(ways.flatMap((way) => (way instanceof ServiceError ? [] : [way])))

  const used = new Set<StoredContent>()
  const outcomes: Outcome[] = []
  let room = roomOf(drive)
  let bytes = 0
  for (const [index, entry] of entries.entries()) {
    const way = ways[index] ?? []
    outcomes.push(
      known.get(from + index) ?? (await place(index, entry, way).catch((error) => refusal(error))),
    )
    if (index % ENTRIES_PER_TURN === 0) await nextTurn()
  }
  if (bytes > 0) await chargeQuota(writer, drive.id, bytes)
  return { outcomes, used, made: tree.made }

  async function place(
    index: number,
    entry: Placing['entries'][number],
    path: Path | ServiceError,
  ): Promise<OpenNode> {
    if (path instanceof ServiceError) throw path
    if (entry.kind === 'folder') return tree.makeFolder(path)
    if (entry.content instanceof ServiceError) throw entry.content
    return putFile(index, path, entry, entry.content)
  }

  async function putFile(
    index: number,
    path: Path,
    { mimeType, modifiedAt }: BundledFile<unknown>,
    content: StoredContent,
  ): Promise<OpenNode> {
    const size = content.bytes.length
    if (size > room) throw quotaExceeded()
    const id = newId()
    const versionId = call ? idOfPart(call, from + index) : id
    const node = await tree.putFile(path, {
      id,
      conflict,
      content: {
        version_id: versionId,
        hash: content.hash,
        size,
        mime_type: toMimeType(mimeType, path.at(-1) ?? ''),
        modified_at: modifiedAt ?? now,
      },
    })
    const version = { drive_id: drive.id, id: versionId, node_id: node.id, created_at: now }
    addStoredVersion(writer, { ...version, name: null, created_by: actorId }, content)
    await orderThumbnails(writer, { ...node, blob_id: content.blobId }, now)
    used.add(content)
    room -= size
    bytes += size
    return node
  }
}

/** The files that a call with the same key has made, by the numbers of their entries. */
async function findMade(
  { drive, writer }: DriveTransaction,
  call: IdempotentId | undefined,
  numbers: { from: number; to: number } | undefined,
): Promise<Map<number, Outcome>> {
  if (!call) return new Map()
  const versions = await findVersionsBetween(writer, drive.id, idsOfParts(call, numbers))
  const nodes = await openNodes(
    writer,
    drive,
    versions.map(({ node_id }) => node_id),
  )
  return new Map(
    versions.map(({ id, node_id }) => [partOfId(id, call), nodes.get(node_id) ?? isGone()]),
  )
}

function isGone(): ServiceError {
  return new ServiceError('not_found', {
    description: 'the file was created by this call before and has been deleted since',
  })
}

function tryPath(path: string): Path | ServiceError {
  try {
    return toPath(path)
  } catch (error) {
    return refusal(error)
  }
}

/** Only what a rule says is about one entry; anything else ends the whole. */
function refusal(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  throw error
}
