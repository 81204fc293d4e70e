import { isServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import { isInPlace, listAncestors, openNodeByNumber, seenAncestors } from '../access/open-node.ts'
import type { ListedPage, Lists, PlacedNode } from '../lists/lists.ts'
import type { ListFilter } from '../nodes/list-filter.ts'
import type { Search } from '../search/search.ts'
import type { SearchEverywhere } from '../search/search-everywhere.ts'
import { type DavCall, type DavParts, findPlace, lookAt } from '../webdav/dav-call.ts'
import { type DoorDrive, listDoorDrives } from '../webdav/door-drives.ts'
import { type FoundNode, toFound } from './describe-found.ts'
import { accessOfNumber } from './find-by-number.ts'
import type { SearchPlan } from './search-plan.ts'

export interface FindServices {
  db: Database
  lists: Pick<Lists, 'starred' | 'media'>
  search: Search
  searchEverywhere: SearchEverywhere
}

/** What a search found in one drive. */
export interface FoundPart {
  door: DoorDrive
  found: FoundNode[]
}

/** Where a search looks: below this path of the door. */
export interface Scope {
  names: readonly string[]
}

export interface Wanted {
  plan: SearchPlan
  scope: Scope
  /** Whether no more of a drive is needed. */
  isEnough(door: DoorDrive): boolean
  /** Throws where no more may be looked through. */
  beforePage(): Promise<void>
}

const PAGE_SIZE = 200
/** A search for words looks so often for more: of a common word there are more than anybody looks at. */
const MAX_PAGES = 100

/** Part by part what can match, in the order of the plan within each drive. */
export async function* findMatches(
  parts: DavParts,
  call: DavCall,
  services: FindServices,
  wanted: Wanted,
): AsyncGenerator<FoundPart> {
  const { lists } = services
  const { plan } = wanted
  if (plan.kind === 'number') return yield* findNumber(parts, call, services, wanted, plan.number)
  if (plan.kind === 'text') return yield* findText(parts, call, services, { ...wanted, ...plan })
  for (const door of await listDoorDrives(parts, call.caller)) {
    const { access } = door.place
    const read = (token: string | undefined) =>
      plan.kind === 'starred'
        ? lists.starred(access, { size: PAGE_SIZE, token })
        : lists.media(access, plan, { size: PAGE_SIZE, token })
    yield* findListed(door, read, wanted)
  }
}

async function* findListed(
  door: DoorDrive,
  read: (token: string | undefined) => Promise<ListedPage<PlacedNode>>,
  { isEnough, beforePage }: Wanted,
): AsyncGenerator<FoundPart> {
  let token: string | undefined
  do {
    await beforePage()
    const page = await read(token).catch(nothingThere)
    yield { door, found: page.nodes.flatMap((node) => toFound(door, node, node.path)) }
    token = page.nextPageToken
  } while (token !== undefined && !isEnough(door))
}

/** Access has ended since the drives were listed. */
function nothingThere(error: unknown): ListedPage<PlacedNode> {
  if (isServiceError(error, 'not_found')) return { nodes: [], nextPageToken: undefined, seq: 0 }
  throw error
}

async function* findNumber(
  parts: DavParts,
  { caller }: DavCall,
  { db }: FindServices,
  { beforePage }: Wanted,
  number: number,
): AsyncGenerator<FoundPart> {
  if (!Number.isSafeInteger(number) || number < 0) return
  await beforePage()
  try {
    const services = { db, accesses: parts.accesses }
    const access = await accessOfNumber(services, caller, number, 'view')
    const doors = await listDoorDrives(parts, caller)
    const door = doors.find(({ place }) => place.access.driveId === access.driveId)
    if (!door) return
    yield await parts.drives.read(access, async (reader, drive) => {
      const node = await openNodeByNumber(reader, drive, number)
      const above = await listAncestors(reader, node)
      const isThere = isInPlace(drive, node, above)
      const found = isThere ? toFound(door, node, seenAncestors(drive, node, above)) : []
      return { door, found }
    })
  } catch (error) {
    if (!isServiceError(error, 'not_found')) throw error
  }
}

async function* findText(
  parts: DavParts,
  call: DavCall,
  { search, searchEverywhere }: FindServices,
  { text, filter, scope, beforePage }: Wanted & { text: string; filter: ListFilter },
): AsyncGenerator<FoundPart> {
  const { caller } = call
  const doors = await listDoorDrives(parts, caller)
  const byDrive = new Map(doors.map((door) => [door.place.access.driveId, door]))
  const place = await findPlace(parts, call, scope.names, 'view')
  if (place.kind === 'nowhere') return
  const question = { text, in: 'name' as const, filter }
  const isNarrow = caller.limit?.folderId !== undefined
  const isWide = place.kind === 'list' || (place.isTop && place.names.length === 0)
  if (place.kind === 'drive' && (isNarrow || !isWide)) {
    const { access } = place
    const parentId = await parts.drives.read(access, async (reader, drive) => {
      const { node } = await lookAt(reader, drive, place)
      return node?.kind === 'folder' ? node.id : undefined
    })
    const door = byDrive.get(access.driveId)
    if (!door || parentId === undefined) return
    yield* pagesOf((token) =>
      search.find(access, { ...question, parentId }, { size: PAGE_SIZE, token }),
    )
    return
  }
  yield* pagesOf((token) => searchEverywhere(caller.person, question, { size: PAGE_SIZE, token }))

  async function* pagesOf(
    read: (token: string | undefined) => Promise<{
      hits: (Awaited<ReturnType<Search['find']>>['hits'][number] & { driveId?: string })[]
      nextPageToken: string | undefined
    }>,
  ): AsyncGenerator<FoundPart> {
    let token: string | undefined
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      await beforePage()
      const page = await read(token)
      for (const [driveId, hits] of Map.groupBy(page.hits, ({ node }) => node.drive_id)) {
        const door = byDrive.get(driveId)
        if (!door) continue
        yield { door, found: hits.flatMap(({ node, path }) => toFound(door, node, path)) }
      }
      token = page.nextPageToken
      if (token === undefined) return
    }
  }
}
