import type { ConflictRule } from '@awan/protocol/drive'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Drives } from '../drives/drives.ts'
import { checkSameCall, toIdempotentId } from '../idempotent-id.ts'
import { listPage, type Page, type PageQuestion } from './list-page.ts'
import { byName, type Listing } from './listing.ts'
import { type Measure, measureFolder } from './measure-folder.ts'
import { toNodeName } from './node-name.ts'
import { type Ancestor, findNode, findNodeByPrefix, type Node } from './nodes.store.ts'
import { placeFolder } from './place-node.ts'
import { listAncestors, requireFolder, requireNode } from './tree.ts'
import { type NodeChange, updateNode } from './update-node.ts'

export type { ListedNode, Node } from './nodes.store.ts'

export interface NewFolder {
  parentId: string
  name: string
  conflict: Exclude<ConflictRule, 'replace'>
}

export interface Nodes {
  /** With a key, a repeated call gives the folder that the first one made. */
  createFolder(sub: string, folder: NewFolder, key?: string): Promise<Node>
  update(sub: string, id: string, change: NodeChange, ifMatch?: string): Promise<Node>
  get(sub: string, id: string): Promise<{ node: Node; ancestors: Ancestor[] }>
  list(sub: string, parentId: string, page: PageQuestion['page'], listing?: Listing): Promise<Page>
  /** How long a listing is, and where its pages begin. */
  measure(
    sub: string,
    parentId: string,
    listing: Listing,
    asked: { pageSize: number; positionOf?: string | undefined },
  ): Promise<Measure & Pick<Page, 'seq'>>
}

export function createNodes(options: { drives: Drives; clock: Clock; random: Random }): Nodes {
  const { drives, clock, random } = options
  return {
    async createFolder(sub, folder, key) {
      const name = toNodeName(folder.name)
      const { id: driveId } = await drives.of(sub)
      const chosen = key === undefined ? undefined : toIdempotentId(driveId, key, folder)
      const id = chosen?.id ?? createId(random, clock.now())
      return drives.transact(driveId, sub, async (transaction) => {
        const { drive, writer } = transaction
        const known = chosen && (await findNodeByPrefix(writer, driveId, chosen.prefix))
        if (known) checkSameCall(known, chosen)
        else await placeFolder(transaction, { ...folder, id, name })
        return requireNode(writer, drive, id)
      })
    },

    async update(sub, id, change, ifMatch) {
      const drive = await drives.of(sub)
      return drives.transact(drive.id, sub, (transaction) =>
        updateNode(transaction, id, change, ifMatch),
      )
    },

    async get(sub, id) {
      const { id: driveId } = await drives.of(sub)
      return drives.read(driveId, async (reader, drive) => {
        const node = await requireNode(reader, drive, id)
        return { node, ancestors: await listAncestors(reader, node) }
      })
    },

    async list(sub, parentId, page, listing = byName) {
      const { id: driveId } = await drives.of(sub)
      return drives.read(driveId, (reader, drive) =>
        listPage(reader, drive, { parentId, page, listing }),
      )
    },

    async measure(sub, parentId, listing, { pageSize, positionOf }) {
      const { id: driveId } = await drives.of(sub)
      return drives.read(driveId, async (reader, drive) => {
        const folder = await requireFolder(reader, drive, parentId)
        const entry =
          positionOf === undefined ? undefined : await findNode(reader, driveId, positionOf)
        const measure = await measureFolder(reader, folder, listing, { pageSize, entry })
        return { ...measure, seq: drive.seq }
      })
    },
  }
}
