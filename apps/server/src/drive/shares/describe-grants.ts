import type { Grant, GrantGrantee, SharedPerson } from '@awan/protocol/drive'
import type { DescribedGroup, DescribedPerson, PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { type Grantee, type ListedGrant, parseGrantee } from '../access/grants.ts'

/** Grants as the wire shows them, with the names of all who are in them. */
export async function describeGrants(
  reader: Reader,
  people: PeopleDirectory,
  grants: readonly ListedGrant[],
): Promise<Grant[]> {
  const grantees = grants.map((grant) => parseGrantee(grant.grantee))
  const names = await findNames(reader, people, {
    subs: [
      ...grants.map(({ created_by }) => created_by),
      ...grantees.flatMap((one) => (one.kind === 'person' ? one.sub : [])),
    ],
    groupIds: grantees.flatMap((one) => (one.kind === 'group' ? one.groupId : [])),
  })
  return grants.map((grant) => ({
    id: grant.id,
    drive_id: grant.drive_id,
    file_id: grant.node_id,
    grantee: names.grantee(parseGrantee(grant.grantee)),
    role: grant.role,
    ...(grant.note !== null && { note: grant.note }),
    created_by: names.person(grant.created_by),
    created_time: new Date(grant.created_at).toISOString(),
    ...(grant.expires_at !== null && { expires_time: new Date(grant.expires_at).toISOString() }),
    effect: grant.effect,
    ...(grant.inheritedFrom && { inherited_from: grant.inheritedFrom }),
  }))
}

/** In their order. */
export async function describeGrantees(
  reader: Reader,
  people: PeopleDirectory,
  grantees: readonly Grantee[],
): Promise<GrantGrantee[]> {
  const names = await findNames(reader, people, {
    subs: grantees.flatMap((one) => (one.kind === 'person' ? one.sub : [])),
    groupIds: grantees.flatMap((one) => (one.kind === 'group' ? one.groupId : [])),
  })
  return grantees.map(names.grantee)
}

async function describePerson(
  reader: Reader,
  people: PeopleDirectory,
  sub: string,
): Promise<SharedPerson> {
  return (await findNames(reader, people, { subs: [sub], groupIds: [] })).person(sub)
}

/** Of a team drive, its own name stands for that of an owner. */
export async function describeOwner(
  reader: Reader,
  people: PeopleDirectory,
  { owner_sub: sub, name }: Pick<DriveRow, 'owner_sub' | 'name'>,
): Promise<SharedPerson> {
  return name === null ? describePerson(reader, people, sub) : { sub, name }
}

async function findNames(
  reader: Reader,
  people: PeopleDirectory,
  { subs, groupIds }: { subs: readonly string[]; groupIds: readonly string[] },
) {
  const persons = new Map<string, DescribedPerson>()
  for (const one of await people.describePeople(reader, [...new Set(subs)])) {
    persons.set(one.sub, one)
  }
  const groups = new Map<string, DescribedGroup>()
  for (const one of await people.describeGroups(reader, [...new Set(groupIds)])) {
    groups.set(one.id, one)
  }

  /** Somebody who is gone has no name any more. */
  function person(sub: string): SharedPerson {
    const { name = '', picture = null } = persons.get(sub) ?? {}
    return { sub, name, ...(picture !== null && { picture }) }
  }

  function grantee(one: Grantee): GrantGrantee {
    if (one.kind === 'person') return { kind: 'person', ...person(one.sub) }
    if (one.kind !== 'group') return one
    const { groupId: id } = one
    return { kind: 'group', id, name: groups.get(id)?.name ?? '' }
  }

  return { person, grantee }
}
