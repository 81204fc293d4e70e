import type { ListDirection, ListOrder } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import type { ListedNode } from '../access/seen-node.ts'
import type { View } from '../marks/own-marks.ts'
import { isFiltered, type ListFilter } from './list-filter.ts'
import {
  countRange,
  findKeyAhead,
  type ListKey,
  type ListRange,
  listRange,
} from './listing.store.ts'
import { type ListPosition, parsePageToken, toPageToken } from './page-token.ts'
import type { Section } from './sort-key.ts'

/** What a person wants to see of a folder, and in which order. */
export interface Listing {
  orderBy: ListOrder
  direction: ListDirection
  foldersFirst: boolean
  filter: ListFilter
}

export interface ListedFolder extends Pick<NodeRow, 'drive_id' | 'id'> {
  /** Who looks at it: stars are theirs. */
  viewer: string
}

export function listedBy({ id, reach }: View, folder: Pick<NodeRow, 'id'>): ListedFolder {
  return { drive_id: id, id: folder.id, viewer: reach.actorId }
}

export const byName: Listing = {
  orderBy: 'name',
  direction: 'asc',
  foldersFirst: true,
  filter: {},
}

/** With a filter so many entries of each range are looked at for a page, and no more. */
const MAX_LOOKED_AT = 10_000

/**
 * One page of a folder. Folders, files and system files are ranges of an index: one after the other, or merged
 * where they are to be mixed. A range begins after the last key that was shown, so that a page costs
 * the same wherever it lies, and whatever others add or take away moves nothing that stays.
 */
export async function listFolder(
  reader: Reader,
  folder: ListedFolder,
  listing: Listing,
  page: { size: number; token: string | undefined; isTokenKept?: boolean },
): Promise<{ nodes: ListedNode[]; nextPageToken: string | undefined }> {
  const question = { folderId: folder.id, ...listing }
  const sections = sectionsOf(listing)
  const begin = page.token === undefined ? START : parsePageToken(page.token, question)
  const nodes: ListedNode[] = []
  let { after } = begin
  for (let section = begin.section; section < sections.length; section++) {
    const ranges = rangesOf(folder, listing, sections[section] ?? [])
    const size = page.size - nodes.length
    const found = await readSection(reader, ranges, after, { ...page, size })
    nodes.push(...found.nodes)
    if (found.hasMore) {
      return { nodes, nextPageToken: toPageToken(question, { section, after: found.goOnAfter }) }
    }
    after = undefined
  }
  return { nodes, nextPageToken: undefined }
}

/** How many entries of a folder pass; with a filter each of them is looked at. */
export async function countFolder(
  reader: Reader,
  folder: ListedFolder,
  filter: ListFilter,
): Promise<number> {
  const listing = { ...byName, filter }
  let count = 0
  for (const range of rangesOf(folder, listing, sectionsOf(listing).flat())) {
    count += await countRange(reader, range, undefined)
  }
  return count
}

const START: ListPosition = { section: 0, after: undefined }

export function rangesOf(
  folder: ListedFolder,
  listing: Listing,
  sections: readonly Section[],
): ListRange[] {
  return sections.map((section) => ({
    driveId: folder.drive_id,
    folderId: folder.id,
    viewer: folder.viewer,
    section,
    ...listing,
  }))
}

/** What is shown one after the other; the entries of several sections in one are mixed. */
export function sectionsOf({ foldersFirst, filter }: Listing): Section[][] {
  // Only files have a size and a type.
  const isOfFiles =
    filter.typeGroup !== undefined || filter.sizeMin !== undefined || filter.sizeMax !== undefined
  const isShown = (section: Section) => {
    if (section === 'folder') return filter.kind !== 'file' && !isOfFiles
    return filter.kind !== 'folder' && (section === 'file' || filter.systemFiles !== false)
  }
  const sections = (['folder', 'file', 'systemFile'] as const).filter(isShown)
  return foldersFirst ? sections.map((section) => [section]) : [sections]
}

interface Wanted {
  size: number
  /** The token of the next page is told to nobody. */
  isTokenKept?: boolean
}

interface Found {
  nodes: ListedNode[]
  hasMore: boolean
  goOnAfter: ListKey | undefined
}

async function readSection(
  reader: Reader,
  ranges: readonly ListRange[],
  after: ListKey | undefined,
  wanted: Wanted,
): Promise<Found> {
  const { size } = wanted
  const parts: RangePart[] = []
  for (const range of ranges) parts.push(await readRange(reader, range, after, wanted))
  const { orderBy = 'name', direction = 'asc' } = ranges[0] ?? {}
  const order = compareBy(direction)
  const keyIn = (node: ListedNode) => keyOf(node, orderBy)
  // Beyond the nearest end of a look, one range may still have what the other has shown already.
  const [horizon] = parts.flatMap(({ lookedTo }) => lookedTo ?? []).sort(order)
  const all = parts.flatMap(({ found }) => found)
  const shown = horizon ? all.filter((node) => order(keyIn(node), horizon) <= 0) : all
  if (parts.length > 1) shown.sort((a, b) => order(keyIn(a), keyIn(b)))
  const nodes = shown.slice(0, size)
  const last = nodes.at(-1)
  if (shown.length > size) return { nodes, hasMore: true, goOnAfter: last ? keyIn(last) : after }
  return { nodes, hasMore: horizon !== undefined, goOnAfter: horizon }
}

interface RangePart {
  /** One more than asked for tells whether there is a next page. */
  found: ListedNode[]
  /** Where the look ended, should there be more of the range that nobody has looked at. */
  lookedTo: ListKey | undefined
}

async function readRange(
  reader: Reader,
  range: ListRange,
  after: ListKey | undefined,
  { size, isTokenKept = false }: Wanted,
): Promise<RangePart> {
  // A look that ended at what the caller does not see would name it in the token of the next page.
  const mayEnd = isTokenKept || range.filter.createdBy === undefined
  const until =
    mayEnd && isFiltered(range.filter)
      ? await findKeyAhead(reader, range, { after, steps: MAX_LOOKED_AT })
      : undefined
  const found = await listRange(reader, range, { after, until, limit: size + 1 })
  return { found, lookedTo: found.length > size ? undefined : until }
}

export function keyOf(
  node: Pick<NodeRow, 'sort_key' | 'size' | 'modified_at' | 'created_at' | 'type'>,
  orderBy: ListOrder,
): ListKey {
  const name = node.sort_key.slice(1)
  switch (orderBy) {
    case 'name':
      return { value: null, name }
    case 'size':
      return { value: node.size, name }
    case 'modified':
      return { value: node.modified_at, name }
    case 'created':
      return { value: node.created_at, name }
    case 'type':
      return { value: node.type, name }
  }
}

/** The order of both databases: numbers by value, texts by their bytes. */
function compareBy(direction: ListDirection): (a: ListKey, b: ListKey) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => sign * (compareValues(a.value, b.value) || compareBytes(a.name, b.name))
}

function compareValues(a: ListKey['value'], b: ListKey['value']): number {
  if (typeof a === 'string' && typeof b === 'string') return compareBytes(a, b)
  return Number(a) - Number(b)
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
