import type { ConflictRule } from '@awan/protocol/drive'
import type { NodeRow, VersionRow } from '../../db/tables.ts'
import type { DriveTransaction } from '../access/drives.ts'
import type { TargetFolder } from '../access/open-node.ts'
import type { Action } from '../changes/changes.ts'
import { addSharedVersions, listVersions } from '../contents/contents.ts'
import { chooseName } from '../nodes/choose-name.ts'
import { findFreeName } from '../nodes/free-name.ts'
import { newNode } from '../nodes/new-node.ts'
import { tagsIn } from '../nodes/tags.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { checkDepth, findChild, insertNodes, insertTags, listTakenNames } from '../nodes/tree.ts'
import { copyProperties, sumProperties } from '../properties/properties.ts'
import { chargeQuota, quotaExceeded, roomOf } from '../quota/quota.ts'
import { copyShortcuts } from '../shortcuts/shortcut-rows.ts'

/** Where copies have their contents from, and who has room for them. */
export interface CopiedContents {
  /** Bytes that still go in. */
  readonly room: number
  /** The versions to be copied, by their ids; one whose content is just being removed is not there. */
  find(versionIds: readonly string[]): Promise<Map<string, VersionRow>>
  charge(bytes: number): Promise<void>
  /** The new versions, whose nodes are there already. */
  add(versions: readonly VersionRow[]): Promise<void>
}

/** Of the drive itself: old and new versions share them. */
export function sharedContents({ drive, writer }: DriveTransaction): CopiedContents {
  return {
    room: roomOf(drive),
    async find(ids) {
      const versions = await listVersions(writer, drive.id, ids)
      return new Map(versions.map((version) => [version.id, version]))
    },
    charge: (bytes) => chargeQuota(writer, drive.id, bytes),
    add: (versions) => addSharedVersions(writer, drive.id, versions),
  }
}

/** The id of the copy of this number that a task makes. */
export function copyId(prefix: string, number: number): string {
  return `${prefix}${number.toString(36).padStart(9, '0')}`
}

/** What a copy is called that is asked for itself: as its source unless told. */
export interface WantedTop {
  conflict: ConflictRule
  name?: string | undefined
}

/** Makes copies in one transaction: new nodes, each with one version. */
export class Copier {
  readonly #transaction: DriveTransaction
  readonly #contents: CopiedContents
  readonly #prefix: string
  #room: number
  /** How many nodes the task has made. */
  made: number
  /** Those that were made in this transaction. */
  readonly copies: { source: NodeRow; id: string }[] = []

  constructor(
    transaction: DriveTransaction,
    ids: { prefix: string; made: number },
    contents: CopiedContents = sharedContents(transaction),
  ) {
    this.#transaction = transaction
    this.#contents = contents
    this.#prefix = ids.prefix
    this.made = ids.made
    this.#room = contents.room
  }

  /** The first of some files that there is room for. */
  fitting(files: readonly NodeRow[]): NodeRow[] {
    let room = this.#room
    const end = files.findIndex(({ size }) => {
      room -= size
      return room < 0
    })
    return end === -1 ? [...files] : files.slice(0, end)
  }

  checkRoom(files: readonly NodeRow[]): void {
    if (this.fitting(files).length < files.length) throw quotaExceeded()
  }

  /** Gives the id of a new folder, whose content is still to come. */
  async copyTop(
    source: NodeRow,
    into: TargetFolder,
    wanted: WantedTop,
    { action, data }: Action = { action: 'copy', data: { from: source.id } },
  ): Promise<string | undefined> {
    if (source.kind === 'folder') checkDepth(into.above.length + 1)
    const name = await this.#chooseName(source, into, wanted)
    const [id] = await this.#make([{ source, name }], into.folder.id, {
      action,
      data: { name, ...data, to: into.folder.id },
    })
    return source.kind === 'folder' ? id : undefined
  }

  async copyFolder(source: NodeRow, parentId: string, depth: number): Promise<string> {
    checkDepth(depth)
    const [id = ''] = await this.#make([await this.#unlessTaken(source, parentId)], parentId)
    return id
  }

  async copyFiles(sources: readonly NodeRow[], parentId: string): Promise<void> {
    if (sources.length === 0) return
    const { drive, writer } = this.#transaction
    const names = sources.map(({ name }) => name)
    const taken = await listTakenNames(writer, drive.id, parentId, names)
    const free = sources.filter(({ name }) => !taken.has(name))
    await this.#make(
      free.map((source) => ({ source, name: source.name })),
      parentId,
    )
    // Somebody else has put something into the copy meanwhile.
    for (const source of sources.filter(({ name }) => taken.has(name))) {
      await this.#make([await this.#unlessTaken(source, parentId)], parentId)
    }
  }

  async #chooseName(
    source: NodeRow,
    into: TargetFolder,
    { conflict, name: asked = source.name }: WantedTop,
  ): Promise<string> {
    const { drive, writer } = this.#transaction
    const find = (candidate: string) => findChild(writer, drive, into.folder.id, candidate)
    const { kind } = source
    const wanted = { name: asked, kind, folderRights: into.folder.rights, find }
    const { name, replaced } = await chooseName(drive, { ...wanted, conflict })
    if (!replaced) return name
    // A file does not make way for its own copy.
    if (replaced.id === source.id) {
      return (await chooseName(drive, { ...wanted, conflict: 'rename' })).name
    }
    await trashNode(this.#transaction, replaced)
    return name
  }

  async #unlessTaken(source: NodeRow, parentId: string): Promise<Wanted> {
    const { drive, writer } = this.#transaction
    const name = await findFreeName(source.name, source.kind, async (candidate) =>
      Boolean(await findChild(writer, drive, parentId, candidate)),
    )
    return { source, name }
  }

  async #make(wanted: readonly Wanted[], parentId: string, action?: Action): Promise<string[]> {
    if (wanted.length === 0) return []
    const { drive, writer, now, recordChange } = this.#transaction
    const contents = await this.#contentsOf(wanted)
    const copies = wanted
      // Its content is just being removed.
      .filter(({ source }) => source.kind === 'folder' || contents.has(source.version_id ?? ''))
      .map(({ source, name }) => ({ source, row: this.#copyOf(source, name, parentId) }))
    const versions = copies.flatMap(({ source, row }) => {
      const content = contents.get(source.version_id ?? '')
      return content ? [this.#versionOf(content, row)] : []
    })
    const contentBytes = versions.reduce((sum, { size }) => sum + size, 0)
    const bytes = contentBytes + (await this.#propertyBytes(copies.map(({ source }) => source)))
    if (bytes > 0) await this.#contents.charge(bytes)
    this.#room -= bytes
    const rows = copies.map(({ row }) => row)
    for (const row of rows) {
      if (row.kind === 'file') drive.reach.arriving?.check(row, now)
      drive.reach.arriving?.add(row, now)
    }
    await insertNodes(writer, rows)
    await this.#contents.add(versions)
    await copyShortcuts(writer, copies)
    await copyProperties(writer, copies)
    await this.#insertTagsOf(rows)
    for (const created of rows) recordChange({ created }, action)
    return rows.map(({ id }) => id)
  }

  /** All of them are of one drive. */
  #propertyBytes(sources: readonly NodeRow[]): Promise<number> {
    const driveId = sources[0]?.drive_id ?? this.#transaction.drive.id
    const ids = sources.map(({ id }) => id)
    return sumProperties(this.#transaction.writer, driveId, ids)
  }

  async #contentsOf(wanted: readonly Wanted[]): Promise<Map<string, VersionRow>> {
    const ids = wanted.flatMap(({ source }) => source.version_id ?? [])
    return ids.length === 0 ? new Map() : this.#contents.find(ids)
  }

  #copyOf(source: NodeRow, name: string, parentId: string): NodeRow {
    const id = copyId(this.#prefix, this.made++)
    this.copies.push({ source, id })
    return {
      ...newNode({
        drive_id: this.#transaction.drive.id,
        id,
        parent_id: parentId,
        kind: source.kind,
        name,
        size: source.size,
        // A file has one version here, and it is known by the file's own id.
        version_id: source.version_id === null ? null : id,
        hash: source.hash,
        mime_type: source.mime_type,
        modified_at: source.modified_at,
        created_by: this.#transaction.drive.reach.creator,
        number: this.#transaction.newNumber(),
        now: this.#transaction.now,
      }),
      description: source.description,
      tag_list: source.tag_list,
      taken_at: source.taken_at,
      aspect: source.aspect,
      duration_ms: source.duration_ms,
      camera: source.camera,
    }
  }

  #versionOf(content: VersionRow, row: NodeRow): VersionRow {
    const { now, actorId } = this.#transaction
    return {
      ...content,
      id: row.id,
      node_id: row.id,
      created_at: now,
      name: null,
      created_by: actorId,
    }
  }

  async #insertTagsOf(rows: readonly NodeRow[]): Promise<void> {
    const tags = rows.flatMap(({ drive_id, id, tag_list }) =>
      tagsIn(tag_list).map((tag) => ({ drive_id, node_id: id, tag })),
    )
    await insertTags(this.#transaction.writer, tags)
  }
}

interface Wanted {
  source: NodeRow
  name: string
}
