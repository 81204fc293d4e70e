import { isServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { Random } from '../../kernel/id.ts'
import type { Drives } from '../access/drives.ts'
import { numberGrants } from '../access/grant-numbers.ts'
import { numbersOf, openNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { isTop } from '../access/rights.ts'
import { findPlaces } from '../access/ways-up.ts'
import { describeOwner } from '../shares/describe-grants.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'
import { SHARE_TYPES } from '../webdav/client-facts.ts'
import type { DavCaller } from '../webdav/dav-caller.ts'
import { type DoorDrive, listDoorDrives, toDoorNames } from '../webdav/door-drives.ts'
import type { Places } from '../webdav/places.ts'
import { permissionsOfRole } from './share-roles.ts'
import type { SharedItem } from './shared-item.ts'

export interface DescribeParts {
  db: Database
  random: Random
  drives: Drives
  places: Places
  people: PeopleDirectory
  thumbnails: Pick<Thumbnails, 'findPictured'>
}

/** A share in the words of the protocol. */
export type OcsShare = Record<string, string | number | boolean | null>

/** What stands for a password that nobody is told; sent back it changes nothing. */
export const HIDDEN_PASSWORD = '********'

/** Those that are in the caller's files, each with its path there; a password for one folder knows no others. */
export async function describeShares(
  parts: DescribeParts,
  caller: DavCaller,
  items: readonly SharedItem[],
): Promise<OcsShare[]> {
  const doors = items.length === 0 ? [] : await listDoorDrives(parts, caller)
  const described = new Map<SharedItem, OcsShare>()
  for (const [driveId, some] of Map.groupBy(items, (item) => item.driveId)) {
    const door = doors.find(({ place }) => place.access.driveId === driveId)
    if (!door) continue
    for (const [item, share] of await describeIn(parts, door, some)) described.set(item, share)
  }
  return items.map((item) => described.get(item)).filter((share) => share !== undefined)
}

async function describeIn(
  parts: DescribeParts,
  door: DoorDrive,
  items: readonly SharedItem[],
): Promise<Map<SharedItem, OcsShare>> {
  const { access } = door.place
  const ids = items.map(({ grantId }) => grantId)
  const numbers = await numberGrants(parts, access.driveId, ids)
  try {
    return await parts.drives.read(access, async (reader, drive) => {
      const facts = await factsOf(parts, reader, drive, door, items)
      return new Map(
        items.flatMap((item) => {
          const [number, own] = [numbers.get(item.grantId), facts(item)]
          return number === undefined || !own ? [] : [[item, toOcsShare(item, number, own)]]
        }),
      )
    })
  } catch (error) {
    // Access has ended since the shares were listed.
    if (isServiceError(error, 'not_found')) return new Map()
    throw error
  }
}

interface Facts {
  path: string
  isFolder: boolean
  number: number
  parentNumber: number
  mimeType: string
  hasPreview: boolean
  owner: { sub: string; name: string }
  sharer: { sub: string; name: string }
}

async function factsOf(
  { people, thumbnails }: DescribeParts,
  reader: Reader,
  drive: OpenDrive,
  door: DoorDrive,
  items: readonly SharedItem[],
): Promise<(item: SharedItem) => Facts | undefined> {
  const nodes = await openNodes(reader, drive, [...new Set(items.map(({ nodeId }) => nodeId))])
  const seen = [...nodes.values()]
  const parents = seen.flatMap(({ parent_id }) => parent_id ?? [])
  const places = await findPlaces(reader, drive, parents)
  const numbers = await numbersOf(reader, drive.id, [...new Set(parents)])
  const pictured = await thumbnails.findPictured(reader, drive.id, seen)
  const owner = await describeOwner(reader, people, drive)
  const makers = [...new Set(items.map(({ createdBy }) => createdBy))]
  const described = await people.describePeople(reader, makers)
  const names = new Map(described.map(({ sub, name }) => [sub, name]))
  return ({ nodeId, createdBy }) => {
    const node = nodes.get(nodeId)
    const place = node && places(node.parent_id)
    const way = node && toDoorNames(door, node, place?.path ?? [])
    if (!node || !way || place?.isInTrash || node.trashed_at !== null) {
      return undefined
    }
    const isFolder = node.kind === 'folder'
    return {
      path: `/${way.join('/')}`,
      isFolder,
      number: node.number,
      // The folder above what is shared is not known to those with whom it is.
      parentNumber: isTop(node.rights) ? 0 : (numbers.get(node.parent_id ?? '') ?? 0),
      mimeType: isFolder ? FOLDER_TYPE : (node.mime_type ?? 'application/octet-stream'),
      hasPreview: pictured.has(node.id),
      owner,
      // What stands for the owner of a team drive is nobody.
      sharer: names.has(createdBy) ? { sub: createdBy, name: names.get(createdBy) ?? '' } : owner,
    }
  }
}

const FOLDER_TYPE = 'httpd/unix-directory'

function toOcsShare(item: SharedItem, number: number, facts: Facts): OcsShare {
  const { grantee, role, link } = item
  const { isFolder, owner, sharer, path } = facts
  const [, type = 0] = SHARE_TYPES.find(([kind]) => kind === grantee.kind) ?? []
  return {
    id: String(number),
    share_type: type,
    uid_owner: sharer.sub,
    displayname_owner: sharer.name,
    permissions: permissionsOfRole(role, isFolder),
    can_edit: !item.isReceived,
    can_delete: true,
    stime: Math.floor(item.createdAt / 1000),
    parent: null,
    expiration: item.expiresAt === undefined ? null : toDay(item.expiresAt),
    uid_file_owner: owner.sub,
    displayname_file_owner: owner.name,
    note: item.note,
    label: link?.label ?? '',
    path,
    item_type: isFolder ? 'folder' : 'file',
    mimetype: facts.mimeType,
    has_preview: facts.hasPreview,
    storage_id: `awan::${item.driveId}`,
    storage: 1,
    item_source: facts.number,
    file_source: facts.number,
    file_parent: facts.parentNumber,
    file_target: path,
    ...withWhom(grantee),
    mail_send: 0,
    hide_download: link && !link.allowsDownload ? 1 : 0,
    // Clients take whatever has an address for a link.
    ...(link && {
      token: link.token,
      url: link.url,
      password: link.hasPassword ? HIDDEN_PASSWORD : null,
      send_password_by_talk: false,
    }),
  }
}

function withWhom(grantee: SharedItem['grantee']): OcsShare {
  switch (grantee.kind) {
    case 'person':
      return { share_with: grantee.sub, share_with_displayname: grantee.name }
    case 'group':
      return { share_with: grantee.id, share_with_displayname: grantee.name }
    case 'email':
      return { share_with: grantee.email, share_with_displayname: grantee.email }
    case 'link':
      return { share_with: null, share_with_displayname: '' }
  }
}

/** As the protocol writes the day on which something ends. */
function toDay(at: number): string {
  return `${new Date(at).toISOString().slice(0, 10)} 00:00:00`
}
