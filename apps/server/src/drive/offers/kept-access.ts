import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { GrantRow } from '../../db/tables.ts'
import {
  type Grantee,
  listGrantedNodes,
  listGrantsOn,
  type NewGrant,
  parseGrantee,
} from '../access/grants.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findEffects, Resolver } from '../access/resolve-tops.ts'

export type KeptAccess = Omit<NewGrant, 'id' | 'nodeId'>

interface Parts {
  reader: Reader
  people: PeopleDirectory
  now: number
}

/** Of the grants on some nodes those that have their full effect: one that had lost it is not revived. */
export async function findFullGrants(
  parts: Parts,
  drive: OpenDrive,
  nodeIds: readonly string[],
): Promise<GrantRow[]> {
  if (nodeIds.length === 0) return []
  const found = await listGrantsOn(parts.reader, drive.id, nodeIds)
  const effects = await findEffects(parts, drive, found)
  return found.filter((_, at) => effects[at] === 'full')
}

/** The same of a node and all that is below it. It looks at all grants of the drive: not for short work. */
export async function findFullGrantsBelow(
  parts: Parts,
  drive: OpenDrive,
  nodeId: string,
): Promise<GrantRow[]> {
  const granted = await listGrantedNodes(parts.reader, drive.id, parts.now)
  const pathOf = await new Resolver(parts, drive).pathsOf(granted)
  const inside = granted.filter((id) => pathOf(id)?.has(nodeId))
  return findFullGrants(parts, drive, inside)
}

/** What a grant becomes on a copy. Links end: whoever gets something did not publish it. */
export function toKeptAccess(
  { grantee, role, expires_at, note }: GrantRow,
  exceptSubs: readonly string[],
): KeptAccess | undefined {
  const parsed: Grantee = parseGrantee(grantee)
  if (parsed.kind === 'link') return undefined
  if (parsed.kind === 'person' && exceptSubs.includes(parsed.sub)) return undefined
  return { grantee: parsed, role, expiresAt: expires_at ?? undefined, note: note ?? undefined }
}
