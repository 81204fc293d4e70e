import { isServiceError } from '@awan/protocol/errors'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { readPage } from '../nodes/list-page.ts'
import { byName } from '../nodes/listing.ts'
import type { ShareLinks } from '../share-links/share-links.ts'
import type { SharedLists } from '../shares/shared-lists.ts'
import type { Shares } from '../shares/shares.ts'
import type { DavCaller } from '../webdav/dav-caller.ts'
import { grantToItem, linkToItem, type SharedItem } from './shared-item.ts'

export interface ListParts {
  drives: Drives
  shares: Pick<Shares, 'list'>
  shareLinks: Pick<ShareLinks, 'list' | 'listOwn'>
  sharedLists: Pick<SharedLists, 'byMe' | 'withMe'>
  publicUrl: string
}

const PAGE_SIZE = 200
/** Clients have all of them in memory. */
const MOST = 2_000

/** What the caller has given, everywhere. The address of a link may open more than a password that only reads. */
export async function listGiven(
  { sharedLists, shareLinks, publicUrl }: ListParts,
  { person, limit }: DavCaller,
): Promise<SharedItem[]> {
  if (limit?.isReadOnly) return []
  const items: SharedItem[] = []
  let token: string | undefined
  do {
    const page = await sharedLists.byMe(person, { size: PAGE_SIZE, token })
    const grants = page.shares.map(({ grant }) => grant)
    items.push(...grants.filter(({ grantee }) => grantee.kind !== 'link').map(grantToItem))
    token = page.next_page_token
  } while (token !== undefined && items.length < MOST)
  let after: Parameters<ShareLinks['listOwn']>[1]['after']
  do {
    const page = await shareLinks.listOwn(person, { size: PAGE_SIZE, after })
    items.push(...page.links.map((link) => linkToItem(link, publicUrl)))
    after = page.next
  } while (after !== undefined && items.length < 2 * MOST)
  return items
}

/** What others have given to the caller. */
export async function listReceived(
  { sharedLists }: ListParts,
  { person }: DavCaller,
): Promise<SharedItem[]> {
  const items: SharedItem[] = []
  let token: string | undefined
  do {
    const page = await sharedLists.withMe(person, { size: PAGE_SIZE, token })
    items.push(...page.shares.map(({ grant }) => ({ ...grantToItem(grant), isReceived: true })))
    token = page.next_page_token
  } while (token !== undefined && items.length < MOST)
  return items
}

/** How one file or folder is shared; nothing for whoever may not share it. */
export async function listOn(
  { shares, shareLinks, publicUrl }: ListParts,
  access: Access,
  nodeId: string,
): Promise<SharedItem[]> {
  try {
    const { grants } = await shares.list(access, nodeId)
    const own = grants.filter((one) => !one.inherited_from && one.grantee.kind !== 'link')
    const links = await shareLinks.list(access, nodeId)
    return [...own.map(grantToItem), ...links.map((link) => linkToItem(link, publicUrl))]
  } catch (error) {
    if (isServiceError(error, 'permission_denied')) return []
    throw error
  }
}

/** How each file and folder in a folder is shared. */
export async function listInside(
  parts: ListParts,
  access: Access,
  folderId: string,
): Promise<SharedItem[]> {
  const items: SharedItem[] = []
  let token: string | undefined
  do {
    const question = { parentId: folderId, page: { size: 1_000, token }, listing: byName }
    const page = await readPage(
      parts.drives,
      { ...access, right: 'view' },
      question,
      async (_reader, _drive, read) => read,
    )
    for (const { id, shared_until } of page.nodes) {
      if (shared_until) items.push(...(await listOn(parts, access, id)))
    }
    token = page.nextPageToken
  } while (token !== undefined && items.length < MOST)
  return items
}
