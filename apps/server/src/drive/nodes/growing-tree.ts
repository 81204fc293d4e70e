import { MAX_BUNDLE_ENTRIES } from '@awan/protocol'
import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { DriveTransaction } from '../access/drives.ts'
import { notFound, type OpenNode, openTarget } from '../access/open-node.ts'
import { allows, type RightSet, seesOnlyAdded } from '../access/rights.ts'
import { type ChosenName, chooseName, nameTaken } from './choose-name.ts'
import { beginningOfNumbered, findFreeName, numberIn } from './free-name.ts'
import { type FileContent, newNode } from './new-node.ts'
import {
  findChild,
  findChildren,
  indexNodes,
  listFoldersOf,
  type Node,
  postNode,
  updateContent,
} from './nodes.store.ts'
import { checkDepth } from './tree.ts'

/** A path can have more than a hundred folders: those of thousands of paths would be too much for one transaction. */
export const MAX_MADE = 2 * MAX_BUNDLE_ENTRIES

/** Names from a folder down, each as it is kept. */
export type Path = readonly string[]

export interface PutFile {
  /** The id of the node, should a new one be made. */
  id: string
  content: FileContent
  conflict: ConflictRule
  /** The activity of the drive does not mention it. */
  isQuiet?: boolean | undefined
  /** Told what has the name before anything is written; throws where that may not be. */
  check?: ((existing: Node | undefined) => void) | undefined
}

/**
 * A part of the tree that one transaction puts folders and files into by their paths. It remembers what
 * it has seen and made, so that thousands of files cost few queries; what it refuses leaves no trace.
 */
export class GrowingTree {
  readonly #transaction: DriveTransaction
  readonly #newId: () => string
  readonly #top: Folder
  readonly #maxMade: number
  readonly #folders = new Map<string, Folder>()
  readonly #made: Node[] = []

  /**
   * Below a folder that takes something. When the work has ended, all that it made is indexed together, so
   * that the names of a bundle come in the order of the index.
   */
  static async grow<T>(
    transaction: DriveTransaction,
    parentId: string,
    newId: () => string,
    work: (tree: GrowingTree) => Promise<T>,
    maxMade = MAX_MADE,
  ): Promise<T> {
    const top = await findTop(transaction, parentId)
    const tree = new GrowingTree(transaction, newId, top, maxMade)
    const result = await work(tree)
    await indexNodes(transaction.writer, tree.#made)
    return result
  }

  private constructor(
    transaction: DriveTransaction,
    newId: () => string,
    top: Folder,
    maxMade: number,
  ) {
    this.#transaction = transaction
    this.#newId = newId
    this.#top = top
    this.#maxMade = maxMade
  }

  /** How many files and folders are new. */
  get made(): number {
    return this.#made.length
  }

  /** Looks at what is there on all of these ways together. Whoever skips it asks name by name. */
  async explore(paths: readonly Path[]): Promise<void> {
    await this.#explore(this.#top, paths, 0)
  }

  /** The folder at a path, with those above it; what is there is joined. */
  async makeFolder(path: Path): Promise<OpenNode> {
    const above = await this.#reach(path.slice(0, -1), path.length)
    const name = path.at(-1) ?? ''
    const { drive, writer } = this.#transaction
    if (drive.locks && !(await this.#child(above, name))) {
      await drive.locks.require(writer, { folders: [above.id] })
    }
    return this.#seen(above, await this.#joinOrMake(above, name))
  }

  /** A new file or, with `replace`, the next content of the one there. Its version is added afterwards. */
  async putFile(path: Path, file: PutFile): Promise<OpenNode> {
    const { existing, isSeen } = await this.#look(path)
    file.check?.(isSeen ? existing : undefined)
    const name = path.at(-1) ?? ''
    const { drive, now } = this.#transaction
    drive.reach.arriving?.check({ name, size: file.content.size }, now)
    // Nothing is made on the way to a file that is refused.
    if (isSeen && file.conflict === 'fail') throw nameTaken()
    const folder = await this.#reach(path.slice(0, -1), path.length - 1)
    const chosen = existing ? await this.#chooseName(folder, name, file) : FREE
    if (chosen.replaced?.kind === 'folder') throw nameTaken()
    await drive.locks?.require(
      this.#transaction.writer,
      chosen.replaced ? { nodes: [chosen.replaced.id] } : { folders: [folder.id] },
    )
    if (chosen.replaced) return this.#seen(folder, await this.#replace(chosen.replaced, file))
    const { id, content } = file
    return this.#seen(
      folder,
      this.#insert(folder, { id, kind: 'file', name: chosen.name ?? name, ...content }),
    )
  }

  /** What is at a path, and whether the caller sees it; a file on the way to it is in the way. */
  async #look(path: Path): Promise<{ existing: Node | undefined; isSeen: boolean }> {
    let folder = this.#top
    for (const name of path.slice(0, -1)) {
      const { node } = await this.#step(folder, name)
      if (!node) return { existing: undefined, isSeen: false }
      if (node.kind === 'file') throw notAFolder()
      folder = this.#folderOf(node, folder)
    }
    const existing = await this.#child(folder, path.at(-1) ?? '')
    // Where others' things are hidden, they are not even in the way.
    const isSeen =
      existing !== undefined && (!seesOnlyAdded(folder.rights) || this.#sees(folder, existing))
    return { existing, isSeen }
  }

  /**
   * Where a name on the way leads. In a drop folder each sender has folders of their own: what has the
   * name and is somebody else's is passed over, and `name (2)` stands for it.
   */
  async #step(folder: Folder, name: string): Promise<{ node: Node | undefined; name: string }> {
    const child = await this.#child(folder, name)
    if (!child || !seesOnlyAdded(folder.rights) || this.#sees(folder, child)) {
      return { node: child, name }
    }
    const own = await this.#ownInPlaceOf(folder, name)
    if (own) return { node: own, name: own.name }
    const isTaken = async (other: string) => (await this.#child(folder, other)) !== undefined
    return { node: undefined, name: await findFreeName(name, 'folder', isTaken) }
  }

  /** By one query, however many others have sent a folder of that name. */
  async #ownInPlaceOf(folder: Folder, name: string): Promise<Node | undefined> {
    const made = folder.ownInPlaceOf.get(name)
    if (made || folder.isNew) return made
    const { drive, writer } = this.#transaction
    const found = await listFoldersOf(writer, drive, {
      folderId: folder.id,
      creator: drive.reach.actorId,
      beginning: beginningOfNumbered(name),
    })
    const [first] = found
      .flatMap((node) => ({ node, number: numberIn(node.name, name) ?? 0 }))
      .filter(({ node, number }) => number > 1 && this.#sees(folder, node))
      .toSorted((a, b) => a.number - b.number)
    if (!first) return undefined
    folder.children.set(first.node.name, first.node)
    folder.ownInPlaceOf.set(name, first.node)
    return first.node
  }

  #sees(folder: Folder, node: Node): boolean {
    return allows(this.#rightsIn(folder, node), 'view')
  }

  async #explore(folder: Folder, paths: readonly Path[], depth: number): Promise<void> {
    const byName = Map.groupBy(paths, (path) => path[depth] ?? '')
    const names = [...byName.keys()]
    const { drive, writer } = this.#transaction
    for (const child of await findChildren(writer, drive, folder.id, names)) {
      folder.children.set(child.name, child)
    }
    for (const name of names) folder.seen.add(name)
    for (const [name, ways] of byName) {
      const child = folder.children.get(name)
      const longer = ways.filter((path) => path.length > depth + 1)
      if (child?.kind !== 'folder' || longer.length === 0) continue
      await this.#explore(this.#folderOf(child, folder), longer, depth + 1)
    }
  }

  /** The folder at the end of a way. Nothing is made before all of the way is known to be good. */
  async #reach(path: Path, depth: number): Promise<Folder> {
    checkDepth(this.#top.depth + depth)
    if (this.#made.length >= this.#maxMade) throw tooMany()
    let folder = this.#top
    for (const name of path) {
      folder = this.#folderOf(await this.#joinOrMake(folder, name), folder)
    }
    return folder
  }

  async #joinOrMake(folder: Folder, wanted: string): Promise<Node> {
    const { node, name } = await this.#step(folder, wanted)
    if (!node) {
      const made = this.#insertFolder(folder, name)
      if (name !== wanted) folder.ownInPlaceOf.set(wanted, made)
      return made
    }
    if (node.kind === 'file') throw notAFolder()
    // Nothing is put into a folder that the caller does not see.
    if (!this.#sees(folder, node)) throw notFound()
    return node
  }

  async #child(folder: Folder, name: string): Promise<Node | undefined> {
    const known = folder.children.get(name)
    if (known || folder.isNew || folder.seen.has(name)) return known
    const { drive, writer } = this.#transaction
    const child = await findChild(writer, drive, folder.id, name)
    if (child) folder.children.set(name, child)
    folder.seen.add(name)
    return child
  }

  #chooseName(folder: Folder, name: string, { conflict }: PutFile): Promise<ChosenName> {
    return chooseName(this.#transaction.drive, {
      name,
      kind: 'file',
      conflict,
      folderRights: folder.rights,
      find: (one) => this.#child(folder, one),
    })
  }

  #rightsIn(folder: Folder, node: Node): RightSet {
    return this.#transaction.drive.reach.rightsIn(folder.rights, node)
  }

  #seen(folder: Folder, node: Node): OpenNode {
    return Object.assign(node, { rights: this.#rightsIn(folder, node) })
  }

  #folderOf(node: Node, above: Folder): Folder {
    const { reach } = this.#transaction.drive
    const known =
      this.#folders.get(node.id) ??
      knownFolder(node.id, above.depth + 1, reach.rightsIn(above.rights, node))
    this.#folders.set(node.id, known)
    return known
  }

  #insertFolder(above: Folder, name: string): Node {
    const node = this.#insert(above, { id: this.#newId(), kind: 'folder', name })
    const folder = knownFolder(node.id, above.depth + 1, above.rights)
    this.#folders.set(node.id, { ...folder, isNew: true })
    return node
  }

  #insert(folder: Folder, node: Pick<Node, 'id' | 'kind' | 'name'> & Partial<FileContent>): Node {
    const { drive, writer, now, recordChange, newNumber } = this.#transaction
    const created = postNode(
      writer,
      newNode({
        ...node,
        drive_id: drive.id,
        parent_id: folder.id,
        created_by: drive.reach.creator,
        number: newNumber(),
        now,
      }),
    )
    drive.reach.arriving?.add(created, now)
    recordChange({ created }, { action: 'create', data: { name: created.name } })
    const row = { ...created, starred_at: null, shared_until: null }
    folder.children.set(row.name, row)
    this.#made.push(row)
    return row
  }

  async #replace(existing: Node, { content, isQuiet }: PutFile): Promise<Node> {
    const { writer, now, recordChange } = this.#transaction
    const set = { ...content, touched_at: now }
    await updateContent(writer, existing, set)
    const action = { action: 'write', data: { name: existing.name } }
    recordChange({ changed: existing, set }, isQuiet ? undefined : action)
    const replaced = { ...existing, ...set, revision: existing.revision + 1 }
    const folder = this.#folders.get(existing.parent_id ?? '') ?? this.#top
    folder.children.set(existing.name, replaced)
    return replaced
  }
}

/** A name that nothing has. */
const FREE = { name: undefined, replaced: undefined }

interface Folder {
  id: string
  /** How many folders are above it. */
  depth: number
  /** Those of the caller. */
  rights: RightSet
  /** Made here, so that nothing is in it but what was put there here. */
  isNew: boolean
  children: Map<string, Node>
  /** Names that were looked for. */
  seen: Set<string>
  /** Of a drop folder: what the caller has in the place of a folder of somebody else, by its name. */
  ownInPlaceOf: Map<string, Node>
}

async function findTop({ drive, writer }: DriveTransaction, parentId: string): Promise<Folder> {
  const { reach } = drive
  // The root of the owner needs no look: it is there, and takes everything.
  if (parentId === drive.root_id && reach.whole !== undefined && allows(reach.whole, 'add')) {
    return knownFolder(parentId, 0, reach.whole)
  }
  const { folder, above } = await openTarget(writer, drive, parentId, 'add')
  return knownFolder(folder.id, above.length, folder.rights)
}

function knownFolder(id: string, depth: number, rights: RightSet): Folder {
  return {
    id,
    depth,
    rights,
    isNew: false,
    children: new Map(),
    seen: new Set(),
    ownInPlaceOf: new Map(),
  }
}

function tooMany(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: `one request makes ${MAX_MADE} files and folders at most: send the others in the next one`,
  })
}

function notAFolder(): ServiceError {
  return new ServiceError('already_exists', {
    description: 'a file exists where the path needs a folder: choose another path',
  })
}
