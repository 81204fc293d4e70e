import type { ConflictRule } from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { ShortcutRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import type { Actor, Person } from '../access/actor.ts'
import { findAlias } from '../access/aliases.ts'
import type { Drives } from '../access/drives.ts'
import {
  isInPlace,
  listAncestors,
  notFound,
  type OpenNode,
  openNode,
  openNodes,
} from '../access/open-node.ts'
import { addStoredVersion, toNewContent } from '../contents/store-content.ts'
import { checkSameCall, toIdempotentId } from '../idempotent-id.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { placeFile } from '../nodes/place-node.ts'
import { isShortcutType, shortcutType } from '../nodes/shortcut-type.ts'
import { findNodeByPrefix } from '../nodes/tree.ts'
import { insertShortcuts, listShortcuts } from './shortcuts.store.ts'

export interface NewShortcut {
  parentId: string
  /** That of the target unless told. */
  name?: string | undefined
  conflict: Exclude<ConflictRule, 'replace'>
  target: {
    /** The caller's own drive unless told. */
    driveId: string | undefined
    nodeId: string
  }
}

export interface Target {
  driveId: string
  node: OpenNode
}

/** Nodes that lead to another node, of the same drive or another one. */
export interface Shortcuts {
  /** With a key, a repeated call gives the shortcut that the first one made. */
  create(access: Access, shortcut: NewShortcut, key?: string): Promise<OpenNode>
  /** Where a shortcut leads, for a caller who sees that; for others it leads nowhere. */
  open(access: Access, id: string): Promise<Target>
  /** Those of some shortcuts that lead nowhere for the caller; not a word about what the caller does not see. */
  findBroken(access: Access, ids: readonly string[]): Promise<string[]>
}

export function createShortcuts(options: {
  drives: Drives
  accesses: Accesses
  clock: Clock
  random: Random
}): Shortcuts {
  const { drives, accesses, clock, random } = options

  /** What the caller sees of it, outside the trash, with the name under which they know it. */
  function findTarget(actor: Actor, driveId: string, nodeId: string) {
    return drives.read({ driveId, actor, right: 'view' }, async (reader, drive) => {
      const node = await openNode(reader, drive, nodeId)
      if (!isInPlace(drive, node, await listAncestors(reader, node))) throw notFound()
      const [shortcut] = isShortcutType(node.mime_type)
        ? await listShortcuts(reader, driveId, [node.id])
        : []
      const alias =
        actor.kind === 'person'
          ? await findAlias(reader, { sub: actor.sub, driveId, nodeId: node.id })
          : undefined
      const name = alias ?? (node.id === drive.root_id ? (drive.name ?? '') : node.name)
      return { driveId, node, name, shortcut }
    })
  }

  /** Those of some targets in one drive that the caller sees, outside the trash; none where the drive is closed to them. */
  async function findTargets(actor: Actor, driveId: string, rows: readonly ShortcutRow[]) {
    const ids = rows.map(({ target_id }) => target_id)
    try {
      return await drives.read({ driveId, actor, right: 'view' }, async (reader, drive) => {
        const nodes = [...(await openNodes(reader, drive, ids)).values()]
        const inPlace = await Promise.all(
          nodes.map(async (node) => isInPlace(drive, node, await listAncestors(reader, node))),
        )
        return new Set(nodes.flatMap(({ id }, at) => (inPlace[at] ? [id] : [])))
      })
    } catch (error) {
      if (!isServiceError(error, 'not_found')) throw error
      return new Set<string>()
    }
  }

  /** A shortcut to a shortcut leads to where that one does: none ever leads to another. */
  async function findEnd(person: Person, { driveId, nodeId }: NewShortcut['target']) {
    const { driveId: id } = await accesses.of(person, driveId, 'view')
    const found = await findTarget(person, id, nodeId)
    if (!isShortcutType(found.node.mime_type)) return found
    if (!found.shortcut) throw leadsNowhere()
    const { target_drive_id, target_id } = found.shortcut
    const end = await orNowhere(findTarget(person, target_drive_id, target_id))
    return { ...end, name: found.name }
  }

  return {
    async create(access, { parentId, name: given, conflict, target }, key) {
      const { actor, driveId } = access
      if (actor.kind !== 'person') throw new Error('only a person makes a shortcut')
      const end = await findEnd(actor, target)
      if ((given ?? end.name) === '') throw needsName()
      const name = toNodeName(given ?? end.name)
      const asked = [parentId, given, conflict, target]
      const chosen = key === undefined ? undefined : toIdempotentId(access, key, asked)
      const id = chosen?.id ?? createId(random, clock.now())
      const content = { ...toNewContent(options, new Uint8Array()), draft: undefined }
      return drives.transact(access, async (transaction) => {
        const { drive, writer, now, actorId } = transaction
        const known = chosen && (await findNodeByPrefix(writer, driveId, chosen.prefix))
        if (known) checkSameCall(known, chosen)
        else {
          await placeFile(
            transaction,
            { id, parentId, name, conflict },
            {
              version_id: id,
              hash: content.hash,
              size: 0,
              mime_type: shortcutType(end.node.kind),
              modified_at: now,
            },
          )
          const version = { drive_id: driveId, id, node_id: id, created_at: now }
          addStoredVersion(writer, { ...version, name: null, created_by: actorId }, content)
          const to = { target_drive_id: end.driveId, target_id: end.node.id }
          await insertShortcuts(writer, [{ drive_id: driveId, node_id: id, ...to }])
        }
        return openNode(writer, drive, id, 'view')
      })
    },

    async open(access, id) {
      const shortcut = await drives.read(access, async (reader, drive) => {
        const node = await openNode(reader, drive, id)
        if (!isShortcutType(node.mime_type)) {
          throw new ServiceError('invalid_argument', { description: 'this is not a shortcut' })
        }
        const [row] = await listShortcuts(reader, drive.id, [node.id])
        return row
      })
      if (!shortcut) throw leadsNowhere()
      const { target_drive_id, target_id } = shortcut
      return orNowhere(findTarget(access.actor, target_drive_id, target_id))
    },

    async findBroken(access, ids) {
      const { seen, rows } = await drives.read(access, async (reader, drive) => {
        const nodes = [...(await openNodes(reader, drive, ids)).values()]
        const seen = nodes.flatMap(({ id, mime_type }) => (isShortcutType(mime_type) ? [id] : []))
        return { seen, rows: await listShortcuts(reader, drive.id, seen) }
      })
      const whole = new Set<string>()
      for (const [driveId, some] of Map.groupBy(rows, (row) => row.target_drive_id)) {
        const targets = await findTargets(access.actor, driveId, some)
        for (const { node_id, target_id } of some) if (targets.has(target_id)) whole.add(node_id)
      }
      return seen.filter((id) => !whole.has(id))
    },
  }
}

/** In the same words for a target that is gone, in the trash, or not for this caller. */
async function orNowhere<T>(found: Promise<T>): Promise<T> {
  try {
    return await found
  } catch (error) {
    throw isServiceError(error, 'not_found') ? leadsNowhere() : error
  }
}

function leadsNowhere(): ServiceError {
  return new ServiceError('failed_precondition', {
    description: 'the shortcut leads nowhere: access to its target has ended, or it was deleted',
  })
}

function needsName(): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'name: the target has no name of its own, so give the shortcut one',
  })
}
