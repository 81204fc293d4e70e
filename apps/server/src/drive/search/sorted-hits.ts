import type { ListDirection, SearchOrder } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import { badToken } from '../opaque-token.ts'
import type { Placed } from './gather.ts'
import { listSortKeys, type SortKeys } from './sort-keys.store.ts'
import type { Position } from './stage.ts'

export type SortedBy = Exclude<SearchOrder, 'match'>

/** The stage of a page token of such a list. */
export const SORTED = 'sorted'

type SortedPosition = readonly [value: string | number, id: string]

/** A page of hits that are all known, and where the next one begins. */
export async function sortedPage(
  reader: Reader,
  driveId: string,
  found: readonly Placed[],
  asked: {
    orderBy: SortedBy
    direction: ListDirection | undefined
    size: number
    after: Position | undefined
  },
): Promise<{ found: Placed[]; next: Position | undefined }> {
  const { orderBy, size } = asked
  const direction = asked.direction ?? (orderBy === 'name' ? 'asc' : 'desc')
  const ids = found.map(({ candidate }) => candidate.id)
  const keys = ids.length === 0 ? [] : await listSortKeys(reader, driveId, ids)
  const positions = new Map(keys.map((row) => [row.id, toPosition(row, orderBy)]))
  const after = asked.after && parsePosition(asked.after, orderBy)
  const left = found
    .flatMap((placed) => {
      const position = positions.get(placed.candidate.id)
      return position ? [{ placed, position }] : []
    })
    .filter(({ position }) => !after || compare(position, after, direction) > 0)
    .sort((a, b) => compare(a.position, b.position, direction))
  const page = left.slice(0, size)
  return {
    found: page.map(({ placed }) => placed),
    next: left.length > size ? page.at(-1)?.position : undefined,
  }
}

function toPosition({ id, ...row }: SortKeys, orderBy: SortedBy): SortedPosition {
  const value = { name: row.sort_key, modified: row.modified_at, size: row.size }[orderBy]
  return [value, id]
}

function parsePosition([value, id]: Position, orderBy: SortedBy): SortedPosition {
  const isOfOrder = typeof value === (orderBy === 'name' ? 'string' : 'number')
  if (!isOfOrder || value === undefined || typeof id !== 'string') throw badToken()
  return [value, id]
}

function compare(a: SortedPosition, b: SortedPosition, direction: ListDirection): number {
  const order = a[0] === b[0] ? (a[1] < b[1] ? -1 : Number(a[1] !== b[1])) : a[0] < b[0] ? -1 : 1
  return direction === 'asc' ? order : -order
}
