import { setImmediate as nextTurn } from 'node:timers/promises'
import { ROOT_ID } from '@awan/protocol'
import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { DriveTransaction } from '../access/drives.ts'
import { type OpenNode, openNodes } from '../access/open-node.ts'
import { findVersionsByPrefix } from '../contents/contents.ts'
import { addStoredVersion, type StoredContent } from '../contents/store-content.ts'
import { type IdempotentId, idOfPart, partOfId } from '../idempotent-id.ts'
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
  /** With a key, what it has made before is found again. */
  call: IdempotentId | undefined
  newId: () => string
}

export interface Placed {
  outcomes: Outcome[]
  /** The contents that a file came to have. */
  used: Set<StoredContent>
}

/** So many entries are placed before others have their turn: rows are written without a pause. */
const ENTRIES_PER_TURN = 50

/** Places all that a bundle has, in its order; what is wrong with one entry refuses that one alone. */
export function placeBundle(transaction: DriveTransaction, placing: Placing): Promise<Placed> {
  const { parentId, newId } = placing
  const { reach } = transaction.drive
  const top = parentId === ROOT_ID ? (reach.rootId ?? parentId) : parentId
  return GrowingTree.grow(transaction, top, newId, (tree) =>
    placeEntries(transaction, tree, placing),
  )
}

async function placeEntries(
  transaction: DriveTransaction,
  tree: GrowingTree,
  { conflict, entries, call, newId }: Placing,
): Promise<Placed> {
  const { drive, writer, now, actorId } = transaction
  const made = await findMade(transaction, call)
  const ways = entries.map(({ path }) => tryPath(path))
  await tree.explore(ways.flatMap((way) => (way instanceof ServiceError ? [] : [way])))

  const used = new Set<StoredContent>()
  const outcomes: Outcome[] = []
  let room = roomOf(drive)
  let bytes = 0
  for (const [index, entry] of entries.entries()) {
    const way = ways[index] ?? []
    outcomes.push(
      made.get(index) ?? (await place(index, entry, way).catch((error) => refusal(error))),
    )
    if (index % ENTRIES_PER_TURN === 0) await nextTurn()
  }
  if (bytes > 0) await chargeQuota(writer, drive.id, bytes)
  return { outcomes, used }

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
    const versionId = call ? idOfPart(call, index) : id
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
): Promise<Map<number, Outcome>> {
  if (!call) return new Map()
  const versions = await findVersionsByPrefix(writer, drive.id, call.prefix)
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
