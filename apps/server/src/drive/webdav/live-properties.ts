import type { NodeLockRow, NodePropertyRow } from '../../db/tables.ts'
import { toHttpTime } from '../../kernel/http-time.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import type { Grantee } from '../access/grants.ts'
import type { RightSet } from '../access/rights.ts'
import type { ListedNode } from '../access/seen-node.ts'
import type { ContentChecksum } from '../contents/blob-checksums.ts'
import { checksumsText, permissionsOf, SHARE_TYPES, toClientId } from './client-facts.ts'
import { escapeXml } from './write-xml.ts'

/** Something that a client is told of. */
export interface Resource {
  href: string
  /** Its last one; empty at the top. */
  name: string
  isFolder: boolean
  /** Undefined for the folders that no drive has. */
  node?: ShownNode | undefined
  /** Below what somebody else shares with the caller, or in a team drive. */
  isOthers: boolean
  /** Where a tree begins: it can be neither moved nor deleted here. */
  isTop: boolean
  etag?: string | undefined
  /** Of a node its own, and for folders that no drive has one that no node has. */
  number?: string | undefined
  checksums?: readonly ContentChecksum[] | undefined
  owner?: { id: string; name: string } | undefined
  fingerprint?: string | undefined
  hasPreview?: boolean | undefined
  /** Of an image or a video. */
  takenAt?: number | undefined
  /** How it is shared, for whoever may share it. */
  sharedWith?: ReadonlySet<Grantee['kind']> | undefined
  /** Of what is in the trash. */
  trashed?: TrashFacts | undefined
  locks: readonly ShownLock[]
  dead: readonly NodePropertyRow[]
  quota?: { used: number; available: number | undefined } | undefined
}

export interface TrashFacts {
  /** As it was called, whatever its path in the trash. */
  name: string
  /** From the top of the drive, without a slash before it. */
  location: string
  at: number
}

export type ShownNode = Pick<
  ListedNode,
  | 'name'
  | 'size'
  | 'mime_type'
  | 'created_at'
  | 'modified_at'
  | 'hash'
  | 'starred_at'
  | 'shared_until'
> & { rights: RightSet }

export interface ShownLock {
  lock: NodeLockRow
  /** The path of what it was taken on. */
  href: string
  now: number
}

/** What must be looked up besides the row of a node. */
export type Need =
  | 'etag'
  | 'locks'
  | 'quota'
  | 'number'
  | 'checksums'
  | 'owner'
  | 'fingerprint'
  | 'preview'
  | 'taken'
  | 'shares'

export interface LiveProperty {
  namespace: string
  name: string
  /** With the prefix that every answer declares for the namespace. */
  tag: string
  /** RFC 4331, 3: not told unless asked for, as it may cost the server something. */
  isUnasked: boolean
  needs: Need | undefined
  /** As XML; undefined where the resource has none. */
  value(resource: Resource): string | undefined
}

export const DAV = 'DAV:'
export const OWNCLOUD = 'http://owncloud.org/ns'
export const NEXTCLOUD = 'http://nextcloud.org/ns'

/** By these prefixes and no others: some clients never heard of namespaces. */
export const PREFIXES: ReadonlyMap<string, string> = new Map([
  [DAV, 'd'],
  [OWNCLOUD, 'oc'],
  [NEXTCLOUD, 'nc'],
])

export const NAMESPACES = [...PREFIXES]
  .map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`)
  .join('')

type Told = [needs: Need | undefined, value: LiveProperty['value']]

/** What the server itself says of a resource (RFC 4918, 15). */
const standard: Record<string, Told> = {
  resourcetype: [undefined, ({ isFolder }) => (isFolder ? '<d:collection/>' : '')],
  displayname: [undefined, ({ name, node }) => escapeXml(node?.name || name || 'Awan')],
  getcontentlength: [
    undefined,
    ({ isFolder, node }) => (isFolder || !node ? undefined : `${node.size}`),
  ],
  getcontenttype: [
    undefined,
    ({ isFolder, node }) =>
      isFolder || !node ? undefined : escapeXml(node.mime_type ?? 'application/octet-stream'),
  ],
  getetag: ['etag', ({ etag }) => etag && escapeXml(etag)],
  getlastmodified: [undefined, ({ node }) => toHttpTime(node?.modified_at ?? LIST_DATE)],
  creationdate: [undefined, ({ node }) => node && toIsoTime(node.created_at)],
  supportedlock: [undefined, ({ node }) => (node ? SUPPORTED_LOCK : '')],
  lockdiscovery: ['locks', ({ locks }) => locks.map(activeLock).join('')],
}

const quotas: Record<string, Told> = {
  'quota-used-bytes': ['quota', ({ quota }) => quota && `${quota.used}`],
  'quota-available-bytes': [
    'quota',
    ({ quota }) => (quota?.available === undefined ? undefined : `${quota.available}`),
  ],
}

/** What clients that sync go by. */
const forSync: Record<string, Told> = {
  // Clients read it as a number in the trash, and there alone.
  id: ['number', ({ number, trashed }) => number && (trashed ? number : toClientId(number))],
  fileid: ['number', ({ number }) => number],
  permissions: [undefined, permissionsOf],
  size: [
    'quota',
    ({ isFolder, isTop, node, quota }) =>
      isFolder ? (isTop && quota ? `${quota.used}` : undefined) : node && `${node.size}`,
  ],
  checksums: [
    'checksums',
    ({ checksums = [] }) =>
      checksums.length === 0
        ? undefined
        : `<oc:checksum>${escapeXml(checksumsText(checksums))}</oc:checksum>`,
  ],
  favorite: [undefined, ({ node }) => (node?.starred_at ? '1' : '0')],
  'owner-id': ['owner', ({ owner }) => owner && escapeXml(owner.id)],
  'owner-display-name': ['owner', ({ owner }) => owner && escapeXml(owner.name)],
  'share-types': [
    'shares',
    ({ sharedWith }) =>
      SHARE_TYPES.flatMap(([kind, type]) =>
        sharedWith?.has(kind) ? `<oc:share-type>${type}</oc:share-type>` : [],
      ).join(''),
  ],
  'data-fingerprint': ['fingerprint', ({ fingerprint }) => fingerprint && escapeXml(fingerprint)],
}

const forMobile: Record<string, Told> = {
  'has-preview': ['preview', ({ hasPreview }) => (hasPreview ? 'true' : 'false')],
  'metadata-photos-original_date_time': [
    'taken',
    ({ takenAt }) => (takenAt === undefined ? undefined : `${Math.floor(takenAt / 1000)}`),
  ],
}

const forTrash: Record<string, Told> = {
  'trashbin-filename': [undefined, ({ trashed }) => trashed && escapeXml(trashed.name)],
  'trashbin-original-location': [
    undefined,
    ({ trashed }) => trashed && escapeXml(trashed.location),
  ],
  'trashbin-deletion-time': [
    undefined,
    ({ trashed }) => trashed && `${Math.floor(trashed.at / 1000)}`,
  ],
}

/** In the order in which they are told. */
export const liveProperties: readonly LiveProperty[] = [
  ...toProperties(DAV, standard, false),
  ...toProperties(DAV, quotas, true),
  ...toProperties(OWNCLOUD, forSync, true),
  ...toProperties(NEXTCLOUD, { ...forMobile, ...forTrash }, true),
]

const byName = new Map(liveProperties.map((one) => [`${one.name} ${one.namespace}`, one]))

export function findLive(given: { namespace: string; name: string }): LiveProperty | undefined {
  return byName.get(`${given.name} ${given.namespace}`)
}

function toProperties(
  namespace: string,
  told: Record<string, Told>,
  isUnasked: boolean,
): LiveProperty[] {
  return Object.entries(told).map(([name, [needs, value]]) => {
    const tag = `${PREFIXES.get(namespace)}:${name}`
    return { namespace, name, tag, isUnasked, needs, value }
  })
}

/** Folders that no drive has have a date too, always the same: clients take one without it for broken. */
const LIST_DATE = Date.UTC(2000, 0, 1)

const SUPPORTED_LOCK = ['exclusive', 'shared']
  .map(
    (scope) =>
      `<d:lockentry><d:lockscope><d:${scope}/></d:lockscope><d:locktype><d:write/></d:locktype></d:lockentry>`,
  )
  .join('')

export function activeLock({ lock, href, now }: ShownLock): string {
  const { is_shared, is_deep, owner, expires_at, token } = lock
  const seconds = Math.max(0, Math.ceil((expires_at - now) / 1000))
  return (
    `<d:activelock><d:locktype><d:write/></d:locktype>` +
    `<d:lockscope><d:${is_shared === 1 ? 'shared' : 'exclusive'}/></d:lockscope>` +
    `<d:depth>${is_deep === 1 ? 'infinity' : '0'}</d:depth>` +
    (owner === null ? '' : `<d:owner>${owner}</d:owner>`) +
    `<d:timeout>Second-${seconds}</d:timeout>` +
    `<d:locktoken><d:href>${escapeXml(token)}</d:href></d:locktoken>` +
    `<d:lockroot><d:href>${escapeXml(href)}</d:href></d:lockroot></d:activelock>`
  )
}
