import { type GrantGrantee, type GrantRole, MAX_KEPT_ACCESS } from '@awan/protocol/drive'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { openNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { describeGrantees } from '../shares/describe-grants.ts'
import type { KeptAccess } from './kept-access.ts'

/** Who keeps access when an offer is accepted, as the wire shows it. */
export interface InspectedOffer {
  access: {
    grantee: GrantGrantee
    role: GrantRole
    file: { id: string; name: string }
    expires_time?: string
  }[]
  more_count: number
}

/** With the names of those that are told one by one. */
export async function describeKept(
  reader: Reader,
  people: PeopleDirectory,
  drive: OpenDrive,
  kept: readonly (KeptAccess & { nodeId: string })[],
): Promise<InspectedOffer> {
  // Of many, nobody is hidden behind others who may do less.
  const told = kept.toSorted(byRole).slice(0, MAX_KEPT_ACCESS)
  const nodes = await openNodes(reader, drive, [...new Set(told.map(({ nodeId }) => nodeId))])
  const grantees = await describeGrantees(
    reader,
    people,
    told.map(({ grantee }) => grantee),
  )
  const access = told.flatMap(({ nodeId, role, expiresAt }, at) => {
    const node = nodes.get(nodeId)
    const grantee = grantees[at]
    if (!node || !grantee) return []
    return {
      grantee,
      role,
      file: { id: node.id, name: node.name },
      ...(expiresAt !== undefined && { expires_time: toIsoTime(expiresAt) }),
    }
  })
  return { access, more_count: kept.length - told.length }
}

const ORDER: readonly GrantRole[] = ['manager', 'editor', 'contributor', 'viewer', 'drop']

function byRole(a: Pick<KeptAccess, 'role'>, b: Pick<KeptAccess, 'role'>): number {
  return ORDER.indexOf(a.role) - ORDER.indexOf(b.role)
}
