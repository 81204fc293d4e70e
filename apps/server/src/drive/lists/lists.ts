import type { Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { markLocked } from '../access/mark-locked.ts'
import {
  type OpenNode,
  openNode,
  openNodes,
  requireAllSeen,
  requireSomewhere,
  seeNodes,
} from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findPlaces, isShown, type Place, type Step } from '../access/ways-up.ts'
import type { SealedTokens } from '../sealed-tokens.ts'
import { type TimeKey, toTimeKey, toTimeParts } from '../time-token.ts'
import { countInside, type Inside, openInside } from './inside.ts'
import {
  countTags,
  type Entry,
  hasTrash,
  type ListTime,
  listByTime,
  listTagged,
  listTrashedNames,
  type Summary,
  sumBelow,
  type TagCount,
  type TrashedName,
} from './lists.store.ts'
import type { PhotoFilter } from './photos.store.ts'

export type { Summary, TagCount } from './lists.store.ts'
export type { PhotoFilter } from './photos.store.ts'

interface AskedPage {
  size: number
  token: string | undefined
}

export interface ListedPage<T = OpenNode> {
  nodes: T[]
  nextPageToken: string | undefined
  seq: number
}

export interface PlacedNode extends OpenNode {
  /** The folders that it is in, from the top down. */
  path: Step[]
}

export interface TrashedNode {
  node: OpenNode
  /** Undefined once the folder is gone for good. */
  place: Place | undefined
}

/** What a person finds by something else than its folder. */
export interface Lists {
  recent(access: Access, page: AskedPage): Promise<ListedPage<PlacedNode>>
  /** What the caller opened last. */
  opened(access: Access, page: AskedPage): Promise<ListedPage<PlacedNode>>
  starred(access: Access, page: AskedPage): Promise<ListedPage<PlacedNode>>
  /** Images and videos, by when they were taken. */
  photos(access: Access, page: AskedPage, filter?: PhotoFilter): Promise<ListedPage>
  /** The same images and videos with their places, by one of their dates, between two moments. */
  media(access: Access, period: Period, page: AskedPage): Promise<ListedPage<PlacedNode>>
  /** With a question about names, what it is true for. */
  trash(access: Access, page: AskedPage, isNamed?: IsNamed): Promise<ListedPage<TrashedNode>>
  tags(
    access: Access,
    page: AskedPage,
  ): Promise<{ tags: TagCount[]; nextPageToken: string | undefined }>
  summary(access: Access, id: string): Promise<Summary>
  /** How many a place shows. */
  count(access: Access, inside: Inside): Promise<{ count: number; seq: number }>
}

/** Whether a name is one of those that are looked for. */
export type IsNamed = (node: TrashedName) => boolean

/** Neither of the two moments is part of it. */
export interface Period {
  by: 'taken_at' | 'modified_at'
  after: number | undefined
  before: number | undefined
}

/** A page looks at no more than so many entries that are not shown: in the trash, or left by programs. */
const MAX_LOOKED_AT = 5_000
/** Read at once where a page is not full after the first look. */
const MAX_AT_ONCE = 1_000

export function createLists({
  drives,
  pageTokens,
}: {
  drives: Drives
  pageTokens: SealedTokens
}): Lists {
  async function list(
    access: Access,
    time: ListTime,
    { size, token }: AskedPage,
    {
      // Pictures are looked at by their days: nobody asks for their folders.
      isPlaced = time !== 'taken_at',
      start,
      isNamed,
      filter,
    }: {
      isPlaced?: boolean
      start?: number | undefined
      isNamed?: IsNamed | undefined
      filter?: PhotoFilter | undefined
    } = {},
  ) {
    return drives.read(access, async (reader, drive) => {
      requireSomewhere(drive)
      const before =
        token === undefined
          ? start === undefined
            ? undefined
            : { at: start, id: '' }
          : toTimeKey(pageTokens.open(drive.reach.actorId, token), time)
      const { shown, next } = isNamed
        ? await findNamed(reader, drive, isNamed, { size, before })
        : await gather(reader, drive, time, { size, before, filter })
      const nodes = await openNodes(
        reader,
        drive,
        shown.map(({ id }) => id),
      )
      await markLocked(reader, drive, [...nodes.values()])
      return {
        shown: shown.flatMap((candidate) => {
          const node = nodes.get(candidate.id)
          return node ? { node, candidate } : []
        }),
        nextPageToken: next && pageTokens.close(drive.reach.actorId, toTimeParts(time, next)),
        seq: drive.seq,
        places: await findPlaces(
          reader,
          drive,
          isPlaced ? shown.map((candidate) => placeIn(candidate, time)) : [],
        ),
      }
    })
  }

  async function listPlaced(access: Access, time: ListTime, page: AskedPage) {
    const { shown, places, nextPageToken, seq } = await list(access, time, page)
    const nodes = shown.map(({ node }) => ({ ...node, path: places(node.parent_id)?.path ?? [] }))
    return { nodes, nextPageToken, seq }
  }

  return {
    recent: (access, page) => listPlaced(access, 'touched_at', page),
    opened: (access, page) => listPlaced(access, 'opened_at', page),
    starred: (access, page) => listPlaced(access, 'starred_at', page),

    async photos(access, page, filter) {
      const { shown, nextPageToken, seq } = await list(access, 'taken_at', page, { filter })
      return { nodes: shown.map(({ node }) => node), nextPageToken, seq }
    },

    async media(access, { by, after = Number.NEGATIVE_INFINITY, before }, page) {
      const given = { isPlaced: true, start: before }
      const { shown, places, nextPageToken, seq } = await list(access, by, page, given)
      const inside = shown.filter(({ candidate }) => candidate.at > after)
      const isOver = inside.length < shown.length
      return {
        nodes: inside.map(({ node }) => ({ ...node, path: places(node.parent_id)?.path ?? [] })),
        nextPageToken: isOver ? undefined : nextPageToken,
        seq,
      }
    },

    async trash(access, page, isNamed) {
      const { shown, places, nextPageToken, seq } = await list(access, 'trashed_at', page, {
        isNamed,
      })
      const nodes = shown.map(({ node }) => ({ node, place: places(node.trashed_from) }))
      return { nodes, nextPageToken, seq }
    },

    async tags(access, { size, token }) {
      const page = { after: token ?? '', limit: size + 1 }
      const found = await drives.readLong(access, (reader, drive) =>
        drive.reach.isUniform
          ? countTags(reader, drive.id, page)
          : countSeenTags(reader, drive, page),
      )
      const tags = found.slice(0, size)
      return { tags, nextPageToken: found.length > size ? tags.at(-1)?.tag : undefined }
    },

    async summary(access, id) {
      return drives.readLong(access, async (reader, drive) => {
        const node = await openNode(reader, drive, id)
        requireAllSeen(node)
        if (node.kind === 'file') return { folders: 0, files: 1, bytes: node.size }
        return sumBelow(reader, drive.id, node.id)
      })
    },

    async count(access, inside) {
      return drives.readLong(access, async (reader, drive) => {
        const open = await openInside(reader, drive, inside)
        return { count: await countInside(reader, drive, open), seq: drive.seq }
      })
    },
  }
}

/** Goes back in time through the names in the trash. A page looks at so many and no more, whatever it finds. */
async function findNamed(
  reader: Reader,
  drive: OpenDrive,
  isNamed: IsNamed,
  { size, before }: { size: number; before: TimeKey | undefined },
): Promise<{ shown: Entry[]; next: TimeKey | undefined }> {
  if (drive.reach.whole === undefined) return { shown: [], next: undefined }
  const shown: Entry[] = []
  let last = before
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += NAMES_AT_ONCE) {
    const found = await listTrashedNames(reader, drive.id, { before: last, limit: NAMES_AT_ONCE })
    for (const trashed of found) {
      const isFound = isNamed(trashed)
      if (isFound && shown.length === size) return { shown, next: last }
      if (isFound) shown.push(trashed)
      last = trashed
    }
    if (found.length < NAMES_AT_ONCE) return { shown, next: undefined }
  }
  return { shown, next: last }
}

const NAMES_AT_ONCE = 200

/** For a caller who sees only some of the drive: each tag with what they see of it. */
async function countSeenTags(
  reader: Reader,
  drive: OpenDrive,
  { after, limit }: { after: string; limit: number },
): Promise<TagCount[]> {
  const counts = new Map<string, number>()
  for (let from = { tag: after, node_id: '\u{10ffff}' }; ; ) {
    const tagged = await listTagged(reader, drive.id, { after: from, limit: TAGGED_AT_ONCE })
    for (const { tag } of await seeNodes(reader, drive, tagged)) {
      counts.set(tag, (counts.get(tag) ?? 0) + 1)
    }
    const last = tagged.at(-1)
    if (!last || tagged.length < TAGGED_AT_ONCE || counts.size > limit) break
    from = { tag: last.tag, node_id: last.id }
  }
  return [...counts].slice(0, limit).map(([tag, count]) => ({ tag, count }))
}

const TAGGED_AT_ONCE = 1_000

function placeIn(candidate: Entry, time: ListTime): string | null {
  return time === 'trashed_at' ? candidate.trashed_from : candidate.parent_id
}

/** Goes back in time until a page is full, past what is not shown. */
async function gather(
  reader: Reader,
  drive: OpenDrive,
  time: ListTime,
  {
    size,
    before,
    filter,
  }: { size: number; before: TimeKey | undefined; filter: PhotoFilter | undefined },
): Promise<{ shown: Entry[]; next: TimeKey | undefined }> {
  const isTrash = time === 'trashed_at'
  // Only those who see the whole drive see its trash.
  if (isTrash && drive.reach.whole === undefined) return { shown: [], next: undefined }
  const isAsked = !isTrash && (!drive.reach.isUniform || (await hasTrash(reader, drive.id)))
  const shown: Entry[] = []
  let last = before
  let limit = size + 1
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; ) {
    const found = await listByTime(reader, drive, time, { before: last, limit, filter })
    const parents = isAsked ? found.map(({ parent_id }) => parent_id) : []
    const places = await findPlaces(reader, drive, parents)
    for (const candidate of found) {
      const isHidden =
        Boolean(candidate.is_hidden) || !isShown(drive, candidate.id, places(candidate.parent_id))
      if (!isHidden && shown.length === size) return { shown, next: last }
      if (!isHidden) shown.push(candidate)
      last = candidate
    }
    if (found.length < limit) return { shown, next: undefined }
    lookedAt += found.length
    limit = Math.max(limit, Math.min(limit * 4, MAX_AT_ONCE))
  }
  return { shown, next: last }
}
