import type { ChosenFiles } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import { isAllSeen, openNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import {
  countInside,
  type Inside,
  type InsideNode,
  liesInside,
  openInside,
  readInside,
  toInside,
} from '../lists/inside.ts'
import { isFiltered } from '../nodes/list-filter.ts'
import { toFilter } from '../nodes/to-filter.ts'
import { countBelow, type Node } from '../nodes/tree.ts'

/** Which nodes a task is about: some that were named, or all that a place shows but some. */
export type ChosenNodes = NodeIds | { inside: Inside & { exceptIds: readonly string[] } }

export interface NodeIds {
  ids: readonly string[]
  /** Where the caller saw them, by their id: in a folder or in the trash. */
  seenIn?: Readonly<Record<string, string>> | undefined
}

const TRASH = 'trash'

/** How many of the ids were dealt with; or what was read of the place and not yet dealt with. */
export type ChosenCursor =
  | number
  | { waiting: readonly string[]; token?: string | undefined; isLast: boolean }

export function toChosen({ ids, seen_in: seenIn, inside }: ChosenFiles): ChosenNodes {
  if (ids && !inside) return { ids: [...new Set(ids)], ...(seenIn && { seenIn }) }
  if (!inside || ids) {
    throw new ServiceError('invalid_argument', {
      description: 'give either ids or inside',
    })
  }
  const { starred, except_ids = [], ...rest } = inside
  const place = toInside(inside, { ...toFilter(rest), starred })
  return { inside: { ...place, exceptIds: [...new Set(except_ids)] } }
}

/** A drive that is open for reading, at the least. */
export interface ReadDrive {
  drive: OpenDrive
  writer: Reader
}

export async function prepareChosen<I extends ChosenNodes>(
  { drive, writer, now }: ReadDrive & { now: number },
  input: I,
): Promise<I> {
  if (!('inside' in input)) return input
  const inside = await openInside(writer, drive, input.inside)
  // What is thrown away from now on is left alone.
  return { ...input, inside: 'place' in inside ? { ...inside, until: now } : inside }
}

export async function countChosen(
  reader: Reader,
  drive: OpenDrive,
  chosen: ChosenNodes,
): Promise<number> {
  if ('ids' in chosen) return chosen.ids.length
  const { inside } = chosen
  return Math.max(0, (await countInside(reader, drive, inside)) - inside.exceptIds.length)
}

/** With all that lies below them; what passes a filter is mostly files, with nothing below them. */
export async function countChosenTrees(
  reader: Reader,
  drive: OpenDrive,
  chosen: ChosenNodes,
): Promise<number> {
  if ('ids' in chosen) return countTrees(reader, drive, chosen.ids)
  const { inside } = chosen
  if (isFiltered(inside.filter)) return countChosen(reader, drive, chosen)
  if ('folderId' in inside) return countBelow(reader, drive.id, inside)
  if (inside.place === 'drive') return countChosen(reader, drive, chosen)
  return countBelow(reader, drive.id, { trashedUntil: inside.until ?? Number.MAX_SAFE_INTEGER })
}

/** How much is below what the caller does not see is not theirs to know: such a node counts as one. */
async function countTrees(
  reader: Reader,
  drive: OpenDrive,
  ids: readonly string[],
): Promise<number> {
  if (drive.reach.isUniform) return countBelow(reader, drive.id, { ids })
  const seen = [...(await openNodes(reader, drive, ids)).values()].filter(isAllSeen)
  const below = await countBelow(reader, drive.id, { ids: seen.map(({ id }) => id) })
  return below + ids.length - seen.length
}

/** So many of a place are read at once; those that a step does not come to wait in the cursor. */
const READ_AT_ONCE = 100

/** The chosen nodes one after the other, from where the last step ended. */
export class ChosenQueue {
  readonly #transaction: ReadDrive
  readonly #chosen: ChosenNodes
  readonly #isMeant: (node: InsideNode) => boolean
  #cursor: ChosenCursor
  #last: string | undefined

  constructor(
    transaction: ReadDrive,
    chosen: ChosenNodes,
    cursor: ChosenCursor | undefined,
    isMeant: (node: InsideNode) => boolean,
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
    if ('inside' in this.#chosen) {
      const { inside } = this.#chosen
      return 'folderId' in inside ? inside.folderId : this.#transaction.drive.root_id
    }
    return this.#chosen.ids[Math.max(Number(this.#cursor) - 1, 0)] ?? ''
  }

  /** Undefined when nothing was found for now: there may be more, for a look goes only so far. */
  async next(): Promise<string | undefined> {
    this.#last = 'ids' in this.#chosen ? this.#nextId(this.#chosen) : await this.#nextInside()
    return this.#last
  }

  /** As many as that, or fewer where one look does not find them. */
  async take(count: number): Promise<string[]> {
    const ids: string[] = []
    while (ids.length < count && !this.isOver) {
      const id = await this.next()
      if (id === undefined) break
      ids.push(id)
    }
    return ids
  }

  /** Somebody may have taken it out of its place since it was read. */
  holds(node: Parameters<typeof liesInside>[1]): boolean {
    return 'ids' in this.#chosen || liesInside(this.#chosen.inside, node)
  }

  /** One that was named may have been taken elsewhere since its place was seen. */
  isWhereSeen(node: Pick<Node, 'id' | 'parent_id' | 'trashed_at'>): boolean {
    const seen = 'ids' in this.#chosen ? this.#chosen.seenIn?.[node.id] : undefined
    return seen === undefined || seen === (node.trashed_at === null ? node.parent_id : TRASH)
  }

  requireWhereSeen(node: Pick<Node, 'id' | 'parent_id' | 'trashed_at'>): void {
    if (this.isWhereSeen(node)) return
    throw new ServiceError('aborted', {
      description: 'the file or folder was moved meanwhile: read it again',
    })
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
    const { inside } = this.#chosen
    const { drive, writer } = this.#transaction
    const page = { size: READ_AT_ONCE, token }
    const { nodes, nextPageToken } = await readInside(writer, drive, inside, page)
    const except = new Set(inside.exceptIds)
    return {
      waiting: nodes
        .filter((node) => !except.has(node.id) && this.#isMeant(node))
        .map(({ id }) => id),
      token: nextPageToken,
      isLast: nextPageToken === undefined,
    }
  }
}
