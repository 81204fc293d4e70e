import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply } from 'fastify'
import { header } from '../../http/caller.ts'
import { createId } from '../../kernel/id.ts'
import type { DriveTransaction } from '../access/drives.ts'
import {
  listAncestors,
  notFound,
  type OpenNode,
  requireAllSeen,
  requireRight,
} from '../access/open-node.ts'
import { moveNode } from '../nodes/move-node.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { placeFolder } from '../nodes/place-node.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { checkPreconditions } from '../paths/preconditions.ts'
import { copyProperties, sumProperties } from '../properties/properties.ts'
import { chargeQuota } from '../quota/quota.ts'
import { untilDone } from './await-task.ts'
import { checkIf, type DavCall, type DavParts, findDrivePlace, lookAt } from './dav-call.ts'
import { nothingHere, overwrites } from './dav-headers.ts'
import { parseAddress } from './dav-path.ts'
import { tokensOf } from './if-header.ts'
import { type DrivePlace, namesOf } from './places.ts'
import { parseDepth } from './property-request.ts'
import { forbidden, noSuchFolder, preconditionFailed } from './refusal.ts'

/** From where, and to where. */
interface Way {
  from: DrivePlace
  to: DrivePlace
  name: string
  mayReplace: boolean
}

export async function move(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const { request, reply } = call
  const depth = parseDepth(request.headers.depth, 'infinity')
  if (depth !== 'infinity') {
    throw new ServiceError('invalid_argument', {
      description: 'MOVE takes a folder with all that is in it: Depth must be infinity',
    })
  }
  const way = await findWay(parts, call, 'edit')
  if (way.from.names.length === 0) throw forbidden('the top folder cannot be moved')
  await checkIf(parts, call)
  if (way.from.access.driveId !== way.to.access.driveId)
    return acrossDrives(parts, call, way, 'move')
  const isNew = await parts.drives.transact(way.from.access, async (transaction) => {
    const { drive, writer } = transaction
    const { node, folder } = await lookAt(writer, drive, way.from)
    if (!node || !folder) throw notFound()
    requireRight(node, 'edit')
    checkPreconditions(
      { ifMatch: header(request, 'if-match'), ifNoneMatch: header(request, 'if-none-match') },
      node,
    )
    const target = await lookAtTarget(transaction, way, node)
    const trees = [node.id, ...(target.existing ? [target.existing.id] : [])]
    const folders = [folder.id, target.folder.id]
    await drive.locks?.require(writer, { nodes: trees, folders, trees })
    if (target.existing) {
      requireRight(target.existing, 'edit')
      await trashNode(transaction, target.existing)
    }
    const { name } = way
    await moveNode(transaction, node, { parentId: target.folder.id, name, conflict: 'fail' })
    return target.existing === undefined
  })
  return nothingHere(reply, isNew ? 201 : call.replacedStatus)
}

export async function copy(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const { request, reply } = call
  const depth = parseDepth(request.headers.depth, 'infinity')
  if (depth === '1') {
    throw new ServiceError('invalid_argument', { description: 'Depth must be 0 or infinity' })
  }
  const way = await findWay(parts, call, 'view')
  await checkIf(parts, call)
  if (way.from.access.driveId !== way.to.access.driveId)
    return acrossDrives(parts, call, way, 'copy')
  const id = createId(parts.random, parts.clock.now())
  const found = await parts.drives.transact(way.to.access, async (transaction) => {
    const { drive, writer } = transaction
    const { node } = await lookAt(writer, drive, way.from)
    if (!node) throw notFound()
    requireAllSeen(node)
    const target = await lookAtTarget(transaction, way, node)
    const { existing, folder } = target
    const question = existing
      ? { nodes: [existing.id], folders: [folder.id], trees: [existing.id] }
      : { folders: [folder.id] }
    await drive.locks?.require(writer, question)
    if (existing) requireRight(existing, 'edit')
    if (depth === '0' && node.kind === 'folder') {
      if (existing) await trashNode(transaction, existing)
      const { name } = way
      await placeFolder(transaction, { id, parentId: folder.id, name, conflict: 'fail' })
      const row = { drive_id: drive.id, id }
      await chargeQuota(writer, drive.id, await sumProperties(writer, drive.id, [node.id]))
      await copyProperties(writer, [{ source: node, row }])
      return { isDone: true, isNew: !existing } as const
    }
    return { isDone: false, node, folder, isNew: !existing } as const
  })
  if (!found.isDone) {
    const { node, folder } = found
    const task = await parts.tasks.begin(way.to.access, 'copy', {
      ids: [node.id],
      parentId: folder.id,
      name: way.name,
      conflict: way.mayReplace ? 'replace' : 'fail',
      lockTokens: tokensOf(call.lists),
    })
    await untilDone(parts, call, way.to.access, task)
  }
  return nothingHere(reply, found.isNew ? 201 : 204)
}

/** No transaction is about two drives, so that a task does it. */
async function acrossDrives(
  parts: DavParts,
  call: DavCall,
  way: Way,
  action: 'copy' | 'move',
): Promise<FastifyReply> {
  const { drives, across } = parts
  const node = await drives.read(way.from.access, async (reader, drive) => {
    const { node, folder } = await lookAt(reader, drive, way.from)
    if (!node) throw notFound()
    requireRight(node, action === 'move' ? 'edit' : 'view')
    if (action === 'move') {
      const folders = folder ? [folder.id] : []
      await drive.locks?.require(reader, { nodes: [node.id], folders, trees: [node.id] })
    }
    return node
  })
  const target = await drives.read(way.to.access, async (reader, drive) => {
    const { folder, node: existing } = await lookAt(reader, drive, way.to)
    if (!folder) throw noSuchFolder()
    if (existing && !way.mayReplace) throw nameTaken()
    await drive.locks?.require(
      reader,
      existing ? { nodes: [existing.id], trees: [existing.id] } : { folders: [folder.id] },
    )
    return { folder, existing }
  })
  const placing = {
    ids: [node.id],
    parentId: target.folder.id,
    name: way.name,
    conflict: way.mayReplace ? ('replace' as const) : ('fail' as const),
    lockTokens: tokensOf(call.lists),
  }
  const task = await across[action](way.to.access, { driveId: way.from.access.driveId }, placing)
  await untilDone(parts, call, way.to.access, task)
  return nothingHere(call.reply, target.existing ? call.replacedStatus : 201)
}

async function findWay(parts: DavParts, call: DavCall, right: 'view' | 'edit'): Promise<Way> {
  const { request } = call
  const { destination } = request.headers
  if (typeof destination !== 'string' || destination === '') {
    throw new ServiceError('invalid_argument', { description: 'Destination is missing' })
  }
  const target = parseAddress(destination, call)
  if (target === 'elsewhere') {
    throw new ServiceError('unavailable', {
      description: 'the destination is not below the address of this server',
      status: 502,
    })
  }
  const from = await findDrivePlace(parts, call, right)
  // A move is one transaction, for the right that it needs of what it moves.
  const to = await findDrivePlace(parts, call, right === 'edit' ? 'edit' : 'add', target.names)
  const [source, goal] = [namesOf(from), namesOf(to)]
  if (isAtOrBelow(goal, source)) {
    throw forbidden('a file or folder cannot be put onto or into itself')
  }
  if (isAtOrBelow(source, goal)) {
    throw takesPlaceOfAncestor()
  }
  const last = to.names.at(-1)
  if (last === undefined) throw forbidden('this folder cannot be replaced')
  return { from, to, name: toNodeName(last), mayReplace: overwrites(request) }
}

function isAtOrBelow(names: readonly string[], top: readonly string[]): boolean {
  return top.every((name, at) => names[at] === name)
}

interface Target {
  folder: OpenNode
  existing: OpenNode | undefined
}

async function lookAtTarget(
  { drive, writer }: DriveTransaction,
  { to, mayReplace }: Way,
  node: OpenNode,
): Promise<Target> {
  const { folder, node: existing } = await lookAt(writer, drive, to)
  if (!folder) throw noSuchFolder()
  requireRight(folder, 'add')
  if (existing?.id === node.id) throw forbidden('a file or folder cannot be put onto itself')
  // The same folder can have several paths: what is shared with the caller is in other folders too.
  const above = existing ? await listAncestors(writer, node) : []
  if (above.some(({ id }) => id === existing?.id)) throw takesPlaceOfAncestor()
  if (existing && !mayReplace) throw nameTaken()
  return { folder, existing }
}

function takesPlaceOfAncestor(): ServiceError {
  return forbidden('a file or folder cannot take the place of a folder that it is in')
}

function nameTaken(): ServiceError {
  return preconditionFailed('the destination exists, and Overwrite is F')
}
