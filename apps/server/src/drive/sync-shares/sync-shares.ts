import { isServiceError } from '@awan/protocol/errors'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import { findGrantByNumber, parseGrantee, unknownGrant } from '../access/grants.ts'
import { notFound, type OpenNode, openNode } from '../access/open-node.ts'
import type { ShareLinks } from '../share-links/share-links.ts'
import type { SharedLists } from '../shares/shared-lists.ts'
import type { Shares } from '../shares/shares.ts'
import { type DavParts, lookAt } from '../webdav/dav-call.ts'
import type { DavCaller } from '../webdav/dav-caller.ts'
import { forbidden } from '../webdav/refusal.ts'
import { type DescribeParts, describeShares, type OcsShare } from './describe-shares.ts'
import { type ListParts, listGiven, listInside, listOn, listReceived } from './list-shares.ts'
import {
  isFor,
  type LinkTimes,
  roleFrom,
  toGrantee,
  toLinkOptions,
  toLinkRole,
} from './share-fields.ts'
import { type ShareForm, wrong } from './share-form.ts'
import { grantToItem, linkToItem, type SharedItem } from './shared-item.ts'

/** Grants and links in the words of the protocol: our own services decide, for the same rights. */
export interface SyncShares {
  list(caller: DavCaller, query: ShareForm): Promise<OcsShare[]>
  get(caller: DavCaller, number: number): Promise<OcsShare>
  create(caller: DavCaller, form: ShareForm): Promise<OcsShare>
  change(caller: DavCaller, number: number, form: ShareForm): Promise<OcsShare>
  /** Ends one that the caller may end, or gives up what they were given. */
  end(caller: DavCaller, number: number): Promise<void>
}

export interface SyncSharesParts extends DescribeParts, ListParts, Pick<DavParts, 'places'> {
  clock: Clock
  shares: Shares
  shareLinks: ShareLinks
  sharedLists: SharedLists
}

const LINK = 3

export function createSyncShares(parts: SyncSharesParts): SyncShares {
  const { db, drives, places, shares, shareLinks, sharedLists, publicUrl, clock } = parts
  return {
    async list(caller, query) {
      const path = query.text('path')
      const isReceived = query.flag('shared_with_me') ?? false
      if (path === undefined || path === '') {
        const items = isReceived
          ? await listReceived(parts, caller)
          : await listGiven(parts, caller)
        return describeShares(parts, caller, items)
      }
      const { access, node } = await openPath(caller, path, 'view')
      if (isReceived) {
        const items = await listReceived(parts, caller)
        const here = items.filter(({ nodeId }) => nodeId === node.id)
        return describeShares(parts, caller, here)
      }
      const isInside = query.flag('subfiles') ?? false
      if (isInside && node.kind !== 'folder') throw wrong('subfiles is for a folder')
      const items = isInside
        ? await listInside(parts, access, node.id)
        : await listOn(parts, access, node.id)
      return describeShares(parts, caller, items)
    },

    async get(caller, number) {
      return describeOne(caller, await findItem(caller, number))
    },

    async create(caller, form) {
      checkMayChange(caller)
      const path = form.text('path')
      if (!path) throw wrong('path must name the file or folder')
      const { access, node } = await openPath(caller, path, 'share')
      const isFolder = node.kind === 'folder'
      const type = form.number('shareType')
      if (type === LINK) {
        const role = toLinkRole(roleFrom(form, isFolder) ?? 'viewer')
        const options = toLinkOptions(form, await linkTimes())
        const link = await shareLinks.create(access, { nodeId: node.id, role, options })
        return describeOne(caller, linkToItem(link, publicUrl))
      }
      const grantee = toGrantee(type, form.text('shareWith') ?? '')
      checkNoPassword(form)
      // Our own call would change the one that is there, as nobody expects of this one.
      const known = await shares.list(access, node.id)
      if (known.grants.some((one) => !one.inherited_from && isFor(one.grantee, grantee))) {
        throw forbidden('it is shared with them already: change that share')
      }
      const grant = await shares.create(access, {
        nodeId: node.id,
        grantee,
        role: roleFrom(form, isFolder) ?? 'viewer',
        note: form.text('note') || undefined,
        expiresAt: form.day('expireDate') ?? undefined,
      })
      return describeOne(caller, grantToItem(grant))
    },

    async change(caller, number, form) {
      checkMayChange(caller)
      const { access, item, isFolder } = await openItem(caller, number)
      const role = roleFrom(form, isFolder, item.role)
      const changedRole = role === item.role ? undefined : role
      if (item.link) {
        const set = {
          role: changedRole && toLinkRole(changedRole),
          options: toLinkOptions(form, await linkTimes(), item),
        }
        const link = await shareLinks.change(access, item.grantId, set)
        return describeOne(caller, linkToItem(link, publicUrl))
      }
      checkNoPassword(form)
      const note = form.text('note')
      const grant = await shares.change(access, item.grantId, {
        role: changedRole,
        expiresAt: form.day('expireDate'),
        note: note === '' ? null : note,
      })
      return describeOne(caller, grantToItem(grant))
    },

    async end(caller, number) {
      checkMayChange(caller)
      const item = await findItem(caller, number)
      const { driveId, grantId } = item
      if (item.isReceived) {
        if (caller.limit?.folderId !== undefined) throw unknownGrant()
        return sharedLists.leave(caller.person, { driveId, grantId })
      }
      const access = accessTo(caller, driveId)
      if (item.link) await shareLinks.revoke(access, grantId)
      else await shares.revoke(access, grantId)
    },
  }

  function accessTo({ person, limit }: DavCaller, driveId: string): Access {
    return { driveId, actor: person, right: 'share', ...(limit && { limit }) }
  }

  async function openPath(
    caller: DavCaller,
    path: string,
    right: 'view' | 'share',
  ): Promise<{ access: Access; node: OpenNode }> {
    const names = path.split('/').filter((name) => name !== '')
    const place = await places.find(caller, names, { right })
    if (place.kind === 'list') throw forbidden('this folder shows what others share')
    if (place.kind !== 'drive') throw notFound()
    const { node } = await drives.read(place.access, (reader, drive) =>
      lookAt(reader, drive, place),
    )
    if (!node) throw notFound()
    if (right === 'share' && names.length === 0) {
      throw forbidden('the top folder cannot be shared: share folders in it')
    }
    return { access: place.access, node }
  }

  /** One that the caller may see: because they may share what it opens, or because it is theirs. */
  async function findItem(caller: DavCaller, number: number): Promise<SharedItem> {
    const row = await db.read((reader) => findGrantByNumber(reader, number))
    if (!row) throw unknownGrant()
    const grantee = parseGrantee(row.grantee)
    if (grantee.kind === 'person' && grantee.sub === caller.person.sub) {
      const received = await listReceived(parts, caller)
      const own = received.find(({ grantId }) => grantId === row.id)
      if (own) return own
    }
    const items = await listOn(parts, accessTo(caller, row.drive_id), row.node_id).catch(noneThere)
    const item = items.find(({ grantId }) => grantId === row.id)
    if (!item) throw unknownGrant()
    return item
  }

  async function openItem(
    caller: DavCaller,
    number: number,
  ): Promise<{ access: Access; item: SharedItem; isFolder: boolean }> {
    const item = await findItem(caller, number)
    if (item.isReceived) throw forbidden('only those who may share it can change this')
    const access = accessTo(caller, item.driveId)
    const { kind } = await drives.read(access, (reader, drive) =>
      openNode(reader, drive, item.nodeId),
    )
    return { access, item, isFolder: kind === 'folder' }
  }

  async function linkTimes(): Promise<LinkTimes> {
    const { max_days } = await shareLinks.policy()
    return { now: clock.now(), maxDays: max_days }
  }

  async function describeOne(caller: DavCaller, item: SharedItem): Promise<OcsShare> {
    const [share] = await describeShares(parts, caller, [item])
    if (!share) throw unknownGrant()
    return share
  }
}

/** A number that leads to what the caller does not see is unknown in the same words as any other. */
function noneThere(error: unknown): SharedItem[] {
  if (isServiceError(error, 'not_found')) return []
  throw error
}

function checkMayChange({ limit }: DavCaller): void {
  if (limit?.isReadOnly) throw forbidden('this password only reads')
}

function checkNoPassword(form: ShareForm): void {
  if (form.text('password')) throw wrong('only links have passwords')
}
