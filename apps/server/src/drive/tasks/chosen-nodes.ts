import type { ChosenFiles } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { DriveTransaction } from '../drives/drives.ts'
import { byName, countFolder, type ListFilter, listFolder } from '../nodes/listing.ts'
import { toFilter } from '../nodes/to-filter.ts'
import { type Node, requireOpenFolder } from '../nodes/tree.ts'

/** Which nodes a task is about: some that were named, or all that lie in a folder. */
export type ChosenNodes = NodeIds | { inside: Inside }

export interface NodeIds {
  ids: readonly string[]
}

export interface Inside {
  folderId: string
  filter: ListFilter
  exceptIds: readonly string[]
}

/** How many of the ids were dealt with; or what was read of the folder and not yet dealt with. */
export type ChosenCursor =
  | number
  | { waiting: readonly string[]; token?: string | undefined; isLast: boolean }

export function toChosen({ ids, inside }: ChosenFiles): ChosenNodes {
  if (ids && !inside) return { ids: [...new Set(ids)] }
  if (!inside || ids) {
    throw new ServiceError('invalid_argument', {
      description: 'either ids or inside is to be told',
    })
  }
  const { folder_id, starred, except_ids = [], ...filter } = inside
  return {
    inside: {
      folderId: folder_id,
      filter: { ...toFilter(filter), starred },
      exceptIds: [...new Set(except_ids)],
    },
  }
}

/** The folder must be one that is there; from here on it goes by its id. */
export async function prepareChosen<I extends ChosenNodes>(
  { drive, writer }: DriveTransaction,
  input: I,
): Promise<I> {
  if (!('inside' in input)) return input
  const { folder } = await requireOpenFolder(writer, drive, input.inside.folderId)
  return { ...input, inside: { ...input.inside, folderId: folder.id } }
}

export async function countChosen(
  reader: Reader,
  driveId: string,
  chosen: ChosenNodes,
): Promise<number> {
  if ('ids' in chosen) return chosen.ids.length
  const { folderId, filter, exceptIds } = chosen.inside
  const count = await countFolder(reader, { drive_id: driveId, id: folderId }, filter)
  return Math.max(0, count - exceptIds.length)
}

/** So many of a folder are read at once; those that a step does not come to wait in the cursor. */
const READ_AT_ONCE = 100

/** The chosen nodes one after the other, from where the last step ended. */
export class ChosenQueue {
  readonly #transaction: DriveTransaction
  readonly #chosen: ChosenNodes
  readonly #isMeant: (node: Pick<Node, 'id' | 'created_at'>) => boolean
  #cursor: ChosenCursor
  #last: string | undefined

  constructor(
    transaction: DriveTransaction,
    chosen: ChosenNodes,
    cursor: ChosenCursor | undefined,
    isMeant: (node: Pick<Node, 'id' | 'created_at'>) => boolean,
  ) {
    this.#transaction = transaction
    this.#chosen = chosen
    this.#cursor = cursor ?? ('ids' in chosen ? 0 : { waiting: [], isLast: false })
    this.#isMeant = isMeant
  }

  get cursor(): ChosenCursor {
    return this.#cursor
  }

  get isOver(): boolean {
    if (typeof this.#cursor !== 'number') return this.#cursor.isLast && !this.#cursor.waiting.length
    return 'inside' in this.#chosen || this.#cursor >= this.#chosen.ids.length
  }

  /** The one that was given last, in this step or the one before. */
  get last(): string {
    if (this.#last !== undefined) return this.#last
    if ('inside' in this.#chosen) return this.#chosen.inside.folderId
    return this.#chosen.ids[Math.max(Number(this.#cursor) - 1, 0)] ?? ''
  }

  /** Undefined when nothing was found for now: there may be more, for a look goes only so far. */
  async next(): Promise<string | undefined> {
    this.#last = 'ids' in this.#chosen ? this.#nextId(this.#chosen) : await this.#nextInside()
    return this.#last
  }

  /** Somebody may have taken it out of the folder since it was read. */
  holds({ parent_id }: Pick<Node, 'parent_id'>): boolean {
    return 'ids' in this.#chosen || parent_id === this.#chosen.inside.folderId
  }

  #nextId({ ids }: NodeIds): string | undefined {
    const at = Number(this.#cursor)
    this.#cursor = at + 1
    return ids[at]
  }

  async #nextInside(): Promise<string | undefined> {
    if (typeof this.#cursor === 'number') return undefined
    if (this.#cursor.waiting.length === 0 && !this.#cursor.isLast) {
      this.#cursor = await this.#read(this.#cursor.token)
    }
    const [id, ...waiting] = this.#cursor.waiting
    this.#cursor = { ...this.#cursor, waiting }
    return id
  }

  async #read(token: string | undefined): Promise<Exclude<ChosenCursor, number>> {
    if ('ids' in this.#chosen) return { waiting: [], isLast: true }
    const { folderId, filter, exceptIds } = this.#chosen.inside
    const { drive, writer } = this.#transaction
    const folder = { drive_id: drive.id, id: folderId }
    const page = { size: READ_AT_ONCE, token }
    const { nodes, nextPageToken } = await listFolder(writer, folder, { ...byName, filter }, page)
    const except = new Set(exceptIds)
    return {
      waiting: nodes
        .filter((node) => !except.has(node.id) && this.#isMeant(node))
        .map(({ id }) => id),
      token: nextPageToken,
      isLast: nextPageToken === undefined,
    }
  }
}
