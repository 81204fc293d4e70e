import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Drives } from '../drives/drives.ts'
import { loadNodes, type Node, requireNode } from '../nodes/tree.ts'
import { countInside, type Inside, openInside } from './inside.ts'
import {
  type Candidate,
  countTags,
  hasTrash,
  type ListTime,
  listByTime,
  type Step,
  type Summary,
  sumBelow,
  type TagCount,
  type TimeKey,
} from './lists.store.ts'
import { parseTimeToken, toTimeToken } from './time-token.ts'
import { findPlaces, type Place } from './ways-up.ts'

export type { Summary, TagCount } from './lists.store.ts'
export type { Place } from './ways-up.ts'

interface AskedPage {
  size: number
  token: string | undefined
}

export interface ListedPage<T = Node> {
  nodes: T[]
  nextPageToken: string | undefined
  seq: number
}

export interface PlacedNode extends Node {
  /** The folders that it lies in, from the top down. */
  path: Step[]
}

export interface TrashedNode {
  node: Node
  /** Undefined once the folder is gone for good. */
  place: Place | undefined
}

/** What a person finds by something else than its folder. */
export interface Lists {
  recent(sub: string, page: AskedPage): Promise<ListedPage<PlacedNode>>
  starred(sub: string, page: AskedPage): Promise<ListedPage<PlacedNode>>
  /** Images and videos, by when they were taken. */
  photos(sub: string, page: AskedPage): Promise<ListedPage>
  trash(sub: string, page: AskedPage): Promise<ListedPage<TrashedNode>>
  tags(
    sub: string,
    page: AskedPage,
  ): Promise<{ tags: TagCount[]; nextPageToken: string | undefined }>
  summary(sub: string, id: string): Promise<Summary>
  /** How many a place shows. */
  count(sub: string, inside: Inside): Promise<{ count: number; seq: number }>
}

/** A page looks at so many entries that turn out to lie in the trash, and no more. */
const MAX_LOOKED_AT = 5_000

export function createLists({ drives }: { drives: Drives }): Lists {
  async function list(sub: string, time: ListTime, { size, token }: AskedPage) {
    const { id } = await drives.of(sub)
    return drives.read(id, async (reader, drive) => {
      const before = token === undefined ? undefined : parseTimeToken(token, time)
      const { shown, next } = await gather(reader, drive, time, { size, before })
      const nodes = await loadNodes(
        reader,
        drive,
        shown.map(({ id }) => id),
      )
      return {
        shown: shown.flatMap((candidate) => {
          const node = nodes.get(candidate.id)
          return node ? { node, candidate } : []
        }),
        nextPageToken: next && toTimeToken(time, next),
        seq: drive.seq,
        places: await findPlaces(
          reader,
          drive.id,
          // Pictures are looked at by their days: nobody asks for their folders.
          time === 'taken_at' ? [] : shown.map((candidate) => placeIn(candidate, time)),
        ),
      }
    })
  }

  async function listPlaced(sub: string, time: ListTime, page: AskedPage) {
    const { shown, places, nextPageToken, seq } = await list(sub, time, page)
    const nodes = shown.map(({ node }) => ({ ...node, path: places(node.parent_id)?.path ?? [] }))
    return { nodes, nextPageToken, seq }
  }

  async function listNodes(sub: string, time: ListTime, page: AskedPage): Promise<ListedPage> {
    const { shown, nextPageToken, seq } = await list(sub, time, page)
    return { nodes: shown.map(({ node }) => node), nextPageToken, seq }
  }

  return {
    recent: (sub, page) => listPlaced(sub, 'touched_at', page),
    starred: (sub, page) => listPlaced(sub, 'starred_at', page),
    photos: (sub, page) => listNodes(sub, 'taken_at', page),

    async trash(sub, page) {
      const { shown, places, nextPageToken, seq } = await list(sub, 'trashed_at', page)
      const nodes = shown.map(({ node }) => ({ node, place: places(node.trashed_from) }))
      return { nodes, nextPageToken, seq }
    },

    async tags(sub, { size, token }) {
      const { id } = await drives.of(sub)
      const page = { after: token ?? '', limit: size + 1 }
      const found = await drives.readLong(id, (reader) => countTags(reader, id, page))
      const tags = found.slice(0, size)
      return { tags, nextPageToken: found.length > size ? tags.at(-1)?.tag : undefined }
    },

    async summary(sub, id) {
      const { id: driveId } = await drives.of(sub)
      return drives.readLong(driveId, async (reader, drive) => {
        const node = await requireNode(reader, drive, id)
        if (node.kind === 'file') return { folders: 0, files: 1, bytes: node.size }
        return sumBelow(reader, drive.id, node.id)
      })
    },

    async count(sub, inside) {
      const { id } = await drives.of(sub)
      return drives.readLong(id, async (reader, drive) => {
        const open = await openInside(reader, drive, inside)
        return { count: await countInside(reader, drive.id, open), seq: drive.seq }
      })
    },
  }
}

function placeIn(candidate: Candidate, time: ListTime): string | null {
  return time === 'trashed_at' ? candidate.trashed_from : candidate.parent_id
}

/** Goes back in time until a page is full, past whatever lies in the trash. */
async function gather(
  reader: Reader,
  drive: DriveRow,
  time: ListTime,
  { size, before }: { size: number; before: TimeKey | undefined },
): Promise<{ shown: Candidate[]; next: TimeKey | undefined }> {
  const mayBeInTrash = time !== 'trashed_at' && (await hasTrash(reader, drive.id))
  const shown: Candidate[] = []
  let last = before
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; ) {
    const limit = size + 1
    const found = await listByTime(reader, drive.id, time, { before: last, limit })
    const parents = mayBeInTrash ? found.map(({ parent_id }) => parent_id) : []
    const places = await findPlaces(reader, drive.id, parents)
    for (const candidate of found) {
      const isHidden = places(candidate.parent_id)?.isInTrash === true
      if (!isHidden && shown.length === size) return { shown, next: last }
      if (!isHidden) shown.push(candidate)
      last = candidate
    }
    if (found.length < limit) return { shown, next: undefined }
    lookedAt += found.length
  }
  return { shown, next: last }
}
