import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { ChangeRow } from '../../db/tables.ts'
import { type LinkVisitor, parseActorId } from '../access/actor.ts'
import type { OpenDrive } from '../access/reach.ts'
import { allows, type RightSet } from '../access/rights.ts'
import { findVisitor } from '../share-links/share-links.ts'

/**
 * The names of those who acted, as far as the caller may know them: a member of the whole drive those of its people, and
 * whoever may share a node those of all who acted on it, also of visitors who gave a name. A visitor learns no names.
 */
export async function findActorNames(
  { reader, people, drive }: { reader: Reader; people: PeopleDirectory; drive: OpenDrive },
  rows: readonly ChangeRow[],
  rightsOn: (nodeId: string) => RightSet,
): Promise<(row: ChangeRow) => string | undefined> {
  const { actor: caller, isUniform } = drive.reach
  if (caller.kind !== 'person') return () => undefined
  const names = new Map<string, string>()
  const subs = new Set<string>()
  const visitors = new Map<string, LinkVisitor>()
  for (const { actor_sub, node_id } of rows) {
    const actor = parseActorId(actor_sub)
    const mayShare = allows(rightsOn(node_id), 'share')
    if (actor.kind === 'person' && (isUniform || mayShare)) subs.add(actor.sub)
    if (actor.kind === 'visitor' && mayShare) visitors.set(actor_sub, actor)
  }
  for (const { sub, name } of await people.describePeople(reader, [...subs])) names.set(sub, name)
  for (const [id, { grantId, visitorId }] of visitors) {
    const key = { drive_id: drive.id, grant_id: grantId, visitor_id: visitorId }
    const visitor = await findVisitor(reader, key)
    if (visitor?.name) names.set(id, visitor.name)
  }
  return ({ actor_sub, node_id }) =>
    isUniform || allows(rightsOn(node_id), 'share') ? names.get(actor_sub) : undefined
}
