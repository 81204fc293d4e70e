import type { InsidePlace } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import { openTarget } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { allows, NO_RIGHTS, seesOnlyAdded } from '../access/rights.ts'
import { findPlaces, isShown } from '../access/ways-up.ts'
import type { ListFilter } from '../nodes/list-filter.ts'
import { byName, countFolder, listedBy, listFolder } from '../nodes/listing.ts'
import type { Node } from '../nodes/tree.ts'
import { parseTimeToken, type TimeKey, toTimeToken } from '../time-token.ts'
import { countByFolder, findPlacedAhead, listPlaced, timeOf } from './inside.store.ts'
import type { WholePlace } from './whole-place.ts'

/** All that a folder shows with a filter, or the drive outside of its trash, or the trash. */
export type Inside = WholeFolder | WholePlace

interface WholeFolder {
  folderId: string
  filter: ListFilter
}

export function toInside(
  { folder_id, place }: Pick<InsidePlace, 'folder_id' | 'place'>,
  filter: ListFilter,
): Inside {
  if (folder_id !== undefined && place === undefined) return { folderId: folder_id, filter }
  if (place !== undefined && folder_id === undefined) return { place, filter }
  throw new ServiceError('invalid_argument', {
    description: 'give either folder_id or place',
  })
}

/** A folder must be one that is there; from here on it goes by its id. */
export async function openInside<I extends Inside>(
  reader: Reader,
  drive: OpenDrive,
  inside: I,
): Promise<I> {
  if ('place' in inside) return inside
  const { folder } = await openTarget(reader, drive, inside.folderId, 'view')
  const { reach } = drive
  const filter = seesOnlyAdded(folder.rights)
    ? { ...inside.filter, createdBy: reach.actorId }
    : inside.filter
  return { ...inside, filter, folderId: folder.id }
}

export async function countInside(
  reader: Reader,
  drive: OpenDrive,
  inside: Inside,
): Promise<number> {
  if ('folderId' in inside) {
    return countFolder(reader, listedBy(drive, { id: inside.folderId }), inside.filter)
  }
  const { reach } = drive
  if (inside.place === 'trash' && reach.whole === undefined) return 0
  const folders = await countByFolder(reader, drive, inside)
  let sum = 0
  for (let at = 0; at < folders.length; at += FOLDERS_AT_ONCE) {
    const some = folders.slice(at, at + FOLDERS_AT_ONCE)
    const parents = some.map(({ parent_id }) => parent_id)
    const places = await findPlaces(reader, drive, parents)
    for (const { parent_id, count } of some) {
      const place = places(parent_id)
      // A top itself is not counted: it is the place.
      const rights = place?.rights ?? reach.whole ?? NO_RIGHTS
      const isSeen = allows(rights, 'view') && !seesOnlyAdded(rights)
      if (!place?.isInTrash && isSeen) sum += Number(count)
    }
  }
  return sum
}

const FOLDERS_AT_ONCE = 5_000

export type InsideNode = Pick<Node, 'id' | 'created_at'>

/**
 * Some of it, in an order in which what is done with them moves none that are still to come. A page may
 * be short, and even empty, while there is a next one.
 */
export async function readInside(
  reader: Reader,
  drive: OpenDrive,
  inside: Inside,
  page: { size: number; token: string | undefined },
): Promise<{ nodes: InsideNode[]; nextPageToken: string | undefined }> {
  if ('place' in inside) return readPlace(reader, drive, inside, page)
  return listFolder(
    reader,
    listedBy(drive, { id: inside.folderId }),
    { ...byName, filter: inside.filter },
    { ...page, isTokenKept: true },
  )
}

/** With a filter so many are looked at for a page, and no more. */
const MAX_LOOKED_AT = 10_000

async function readPlace(
  reader: Reader,
  drive: OpenDrive,
  whole: WholePlace,
  { size, token }: { size: number; token: string | undefined },
): Promise<{ nodes: InsideNode[]; nextPageToken: string | undefined }> {
  if (whole.place === 'trash' && drive.reach.whole === undefined) return NOTHING
  const time = timeOf(whole)
  const before = token === undefined ? undefined : parseTimeToken(token, time)
  const until = await findPlacedAhead(reader, drive, whole, { before, steps: MAX_LOOKED_AT })
  const found = await listPlaced(reader, drive, whole, { before, until, limit: size })
  const parents = found.map(({ parent_id }) => parent_id)
  const places = await findPlaces(reader, drive, parents)
  const next: TimeKey | undefined = found.length === size ? found.at(-1) : until
  return {
    nodes: found.filter(({ id, parent_id }) => isShown(drive, id, places(parent_id))),
    nextPageToken: next && toTimeToken(time, next),
  }
}

const NOTHING = { nodes: [], nextPageToken: undefined }

/** Whether it is still there: somebody may have taken it away since it was read. */
export function liesInside(
  inside: Inside,
  node: Pick<Node, 'parent_id' | 'trashed_at' | 'starred_at'>,
): boolean {
  const { starred } = inside.filter
  if (starred !== undefined && starred !== (node.starred_at !== null)) return false
  if ('folderId' in inside) return node.parent_id === inside.folderId
  if (inside.place === 'drive') return node.trashed_at === null
  return node.trashed_at !== null && node.trashed_at <= (inside.until ?? node.trashed_at)
}
