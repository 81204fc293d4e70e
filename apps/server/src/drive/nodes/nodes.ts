import type { ConflictRule } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { findAlias } from '../access/aliases.ts'
import type { Drives } from '../access/drives.ts'
import { markLocked } from '../access/mark-locked.ts'
import {
  type Ancestor,
  findOpenNode,
  listAncestors,
  type OpenNode,
  openFolder,
  openNode,
  seenAncestors,
} from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { seesOnlyAdded } from '../access/rights.ts'
import { checkSameCall, toIdempotentId } from '../idempotent-id.ts'
import { isLarge, type Page, type PageQuestion, readPage } from './list-page.ts'
import { byName, type Listing, listedBy } from './listing.ts'
import { markOpened, openedAt } from './mark-opened.ts'
import { type Measure, measureFolder, unmeasured } from './measure-folder.ts'
import { toNodeName } from './node-name.ts'
import { findNodeByPrefix } from './nodes.store.ts'
import { placeFolder } from './place-node.ts'
import { type NodeChange, updateNode } from './update-node.ts'

export type { Node } from './nodes.store.ts'

export interface NewFolder {
  parentId: string
  name: string
  conflict: Exclude<ConflictRule, 'replace'>
}

export interface ShownNode {
  node: OpenNode
  /** As far up as the caller sees, from the top down. */
  ancestors: Ancestor[]
  /** When the caller last opened it. */
  openedAt: number | undefined
  /** What the caller calls it. */
  alias: string | undefined
}

export interface Nodes {
  /** With a key, a repeated call gives the folder that the first one made. */
  createFolder(access: Access, folder: NewFolder, key?: string): Promise<OpenNode>
  update(access: Access, id: string, change: NodeChange, ifMatch?: string): Promise<OpenNode>
  get(access: Access, id: string): Promise<ShownNode>
  /** Gives the time that is remembered. */
  markOpened(access: Access, id: string): Promise<number>
  list(
    access: Access,
    parentId: string,
    page: PageQuestion['page'],
    listing?: Listing,
  ): Promise<Page>
  /** How long a listing is, and where its pages begin. */
  measure(
    access: Access,
    parentId: string,
    listing: Listing,
    asked: { pageSize: number; positionOf?: string | undefined },
  ): Promise<Measure & Pick<Page, 'seq'>>
}

export function createNodes(options: { drives: Drives; clock: Clock; random: Random }): Nodes {
  const { drives, clock, random } = options
  return {
    async createFolder(access, folder, key) {
      const name = toNodeName(folder.name)
      const { driveId } = access
      const chosen = key === undefined ? undefined : toIdempotentId(access, key, folder)
      const id = chosen?.id ?? createId(random, clock.now())
      return drives.transact(access, async (transaction) => {
        const { drive, writer } = transaction
        const known = chosen && (await findNodeByPrefix(writer, driveId, chosen.prefix))
        if (known) checkSameCall(known, chosen)
        else await placeFolder(transaction, { ...folder, id, name })
        return openNode(writer, drive, id, 'view')
      })
    },

    async update(access, id, change, ifMatch) {
      return drives.transact(access, (transaction) => updateNode(transaction, id, change, ifMatch))
    },

    async get(access, id) {
      return drives.read(access, async (reader, drive) => {
        const node = await openNode(reader, drive, id)
        await markLocked(reader, drive, [node])
        const above = await listAncestors(reader, node)
        return {
          node,
          ancestors: seenAncestors(drive, node, above),
          openedAt: await openedAt(reader, drive, node.id),
          alias: await aliasOf(reader, drive, node),
        }
      })
    },

    async markOpened(access, id) {
      return drives.transact(access, (transaction) => markOpened(transaction, id))
    },

    async list(access, parentId, page, listing = byName) {
      const question = { parentId, page, listing }
      return readPage(drives, access, question, async (reader, drive, listed) => {
        await markLocked(reader, drive, listed.nodes)
        return listed
      })
    },

    async measure(access, parentId, listing, { pageSize, positionOf }) {
      const measure = async (reader: Reader, drive: OpenDrive, folder: OpenNode) => {
        // How much there is beside what the caller sees is not theirs to know.
        if (seesOnlyAdded(folder.rights)) return { ...unmeasured(pageSize), seq: drive.seq }
        const entry =
          positionOf === undefined ? undefined : await findOpenNode(reader, drive, positionOf)
        const measured = await measureFolder(reader, listedBy(drive, folder), listing, {
          pageSize,
          entry,
        })
        return { ...measured, seq: drive.seq }
      }
      const short = await drives.read(access, async (reader, drive) => {
        const folder = await openFolder(reader, drive, parentId)
        if (await isLarge(reader, folder)) return undefined
        return measure(reader, drive, folder)
      })
      if (short) return short
      // It walks through all of it, which keeps nobody else waiting there.
      return drives.readLong(access, async (reader, drive) =>
        measure(reader, drive, await openFolder(reader, drive, parentId)),
      )
    },
  }
}

/** Only what is shared with a person has a name of theirs. */
async function aliasOf(
  reader: Reader,
  { id: driveId, reach }: OpenDrive,
  node: OpenNode,
): Promise<string | undefined> {
  const { actor } = reach
  const isShared = reach.tops.some(({ nodeId, role }) => nodeId === node.id && role !== 'owner')
  if (actor.kind !== 'person' || !isShared) return undefined
  return findAlias(reader, { sub: actor.sub, driveId, nodeId: node.id })
}
