import type { Reader } from '../../db/database.ts'
import type { NodeLockRow, NodePropertyRow } from '../../db/tables.ts'
import { kindsOfGrants } from '../access/grants.ts'
import { numbersOf, type OpenNode, takenTimesOf } from '../access/open-node.ts'
import type { OpenDrive, Seen } from '../access/reach.ts'
import { allows } from '../access/rights.ts'
import type { ListedNode } from '../access/seen-node.ts'
import { toldQuota } from '../access/told-quota.ts'
import { checksumsOf } from '../contents/blob-checksums.ts'
import { subtreeSeqs } from '../history/folder-seqs.ts'
import { toShortTag } from '../paths/preconditions.ts'
import { propertiesOf, withProperties } from '../properties/properties.ts'
import { roomOf } from '../quota/quota.ts'
import { type DavCall, type DavParts, folderTag } from './dav-call.ts'
import type { Resource } from './live-properties.ts'
import { type DrivePlace, namesOf } from './places.ts'
import { needsOf, type PropertyRequest } from './property-request.ts'

/** What an answer is about: which properties, of what is at a place or in it. */
export interface Question {
  parts: DavParts
  call: DavCall
  asked: PropertyRequest
  place: DrivePlace
  /** Of the top, which tells more than its own drive. */
  top?: Pick<Resource, 'etag' | 'fingerprint'> | undefined
}

export interface Description<N> {
  /** Those of the nodes that have properties of clients which the answer needs. */
  annotated: ReadonlySet<string>
  toResource(node: N, dead: readonly NodePropertyRow[] | undefined): Resource
}

interface Shown<N> {
  nodes: readonly N[]
  nameOf(node: N): readonly string[]
}

export async function describeOne(
  reader: Reader,
  drive: OpenDrive,
  node: OpenNode,
  question: Question,
): Promise<Resource> {
  const names = namesOf(question.place)
  const shown = { nodes: [node], nameOf: () => names }
  const { annotated, toResource } = await describe(reader, drive, shown, question)
  const dead = await propertiesOf(reader, drive.id, [...annotated])
  return toResource(node, dead.get(node.id))
}

/** Some nodes of a drive as the answer has them. */
export async function describe<N extends Seen<ListedNode> | OpenNode>(
  reader: Reader,
  drive: OpenDrive,
  { nodes, nameOf }: Shown<N>,
  { parts, call, asked, place, top }: Question,
): Promise<Description<N>> {
  const needs = needsOf(asked)
  const ids = nodes.map(({ id }) => id)
  const folders = nodes.filter(({ kind }) => kind === 'folder').map(({ id }) => id)
  const versions = nodes.flatMap(({ version_id }) => version_id ?? [])
  const seqs = needs.has('etag') ? await subtreeSeqs(reader, drive, folders) : undefined
  const annotated = await withProperties(reader, drive.id, needs.has('dead') ? ids : [])
  const lockOf = needs.has('locks') ? await locksOf(reader, drive, nodes, call) : undefined
  const quota = needs.has('quota') ? quotaOf(drive) : undefined
  const numbers = needs.has('number') ? await numbersOf(reader, drive.id, ids) : undefined
  const checksums = needs.has('checksums')
    ? await checksumsOf(reader, drive.id, versions)
    : undefined
  const owner = needs.has('owner') ? await ownerOf(reader, drive, parts) : undefined
  const pictured = needs.has('preview')
    ? await parts.thumbnails.findPictured(reader, drive.id, nodes)
    : undefined
  const media = needs.has('taken') ? nodes.filter(isMedia) : []
  const taken = await takenTimesOf(
    reader,
    drive.id,
    media.map(({ id }) => id),
  )
  const sharedWith = needs.has('shares') ? await sharesOf(reader, drive, nodes, parts) : undefined
  const isOthers = place.above.length > 0
  const toResource = (node: N, dead: readonly NodePropertyRow[] = []): Resource => {
    const isFolder = node.kind === 'folder'
    const names = nameOf(node)
    const isTop = names.length === place.above.length
    const number = numbers?.get(node.id)
    return {
      href: call.toHref(names, isFolder),
      name: names.at(-1) ?? '',
      isFolder,
      isOthers,
      isTop,
      node,
      etag: isFolder ? folderTag(node.id, seqs?.get(node.id)) : toShortTag(node),
      number: number === undefined ? undefined : String(number),
      checksums: node.version_id === null ? undefined : checksums?.get(node.version_id),
      owner,
      hasPreview: pictured?.has(node.id),
      takenAt: taken.get(node.id),
      sharedWith: sharedWith?.get(node.id),
      locks: lockOf?.(node.id, names) ?? [],
      dead,
      quota: isFolder ? quota : undefined,
      ...(isTop && top),
    }
  }
  return { annotated, toResource }
}

function isMedia({ mime_type }: Pick<ListedNode, 'mime_type'>): boolean {
  return mime_type !== null && /^(?:image|video)\//.test(mime_type)
}

/** With whom something is shared is for those who may share it. */
function sharesOf(
  reader: Reader,
  drive: OpenDrive,
  nodes: readonly Seen<ListedNode>[],
  { clock }: DavParts,
) {
  const now = clock.now()
  const shared = nodes.filter(
    ({ rights, shared_until }) => allows(rights, 'share') && (shared_until ?? 0) > now,
  )
  return kindsOfGrants(
    reader,
    drive.id,
    shared.map(({ id }) => id),
    now,
  )
}

/** Whose the files are; of a team drive, which belongs to nobody, the drive itself. */
async function ownerOf(
  reader: Reader,
  { owner_sub: id, name }: OpenDrive,
  { people }: DavParts,
): Promise<Resource['owner']> {
  if (name !== null) return { id, name }
  const [owner] = await people.describePeople(reader, [id])
  return { id, name: owner?.name ?? id }
}

/** Nothing for whoever was let into a part of the drive. */
function quotaOf(drive: OpenDrive): Resource['quota'] {
  const { quota_usage: used } = toldQuota(drive)
  if (used === undefined) return undefined
  const room = roomOf(drive)
  return { used, available: Number.isFinite(room) ? Math.max(0, room) : undefined }
}

/** All of them are in one folder, so that what locks the folder with all that is in it locks each. */
async function locksOf(
  reader: Reader,
  drive: OpenDrive,
  nodes: readonly Pick<OpenNode, 'id'>[],
  { toHref }: DavCall,
): Promise<((id: string, names: readonly string[]) => Resource['locks']) | undefined> {
  const { locks } = drive
  const [first] = nodes
  if (!locks || !first) return undefined
  const now = locks.now
  const all = await locks.all(reader)
  const ways = await locks.wayOf(reader, first.id)
  return (id, names) =>
    all.flatMap((lock) => {
      const root = rootOf(lock, id, ways, names)
      return root ? [{ lock, href: toHref(root, false), now }] : []
    })
}

/** The path of what was locked: of the node itself, or of a folder so many steps above it. */
export function rootOf(
  lock: Pick<NodeLockRow, 'node_id' | 'is_deep'>,
  id: string,
  way: readonly string[],
  names: readonly string[],
): readonly string[] | undefined {
  if (lock.node_id === id) return names
  const steps = lock.is_deep === 1 ? way.indexOf(lock.node_id) : -1
  if (steps === -1) return undefined
  // What is above a shared folder has no path here.
  return names.slice(0, Math.max(0, names.length - steps - 1))
}
