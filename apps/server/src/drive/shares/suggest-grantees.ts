import { isAnonymousSub } from '@awan/protocol'
import type { GrantGrantee } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import { type Grantee, listPartners, toGranteeText } from '../access/grants.ts'
import { granteesOf } from '../access/resolve-tops.ts'
import { fold } from '../folded-text.ts'
import { describeGrantees } from './describe-grants.ts'

/** So many of those whom a person shares with are looked through. */
const MAX_PARTNERS = 500

export type SuggestGrantees = (
  person: { sub: string },
  typed: { query: string; limit: number },
) => Promise<GrantGrantee[]>

/**
 * Whom a person may choose while typing: those with whom they share something and their own groups, and
 * everybody where the operator has opened the directory.
 */
export function createSuggestGrantees({
  db,
  people,
  hasDirectory,
}: {
  db: Database
  people: PeopleDirectory
  hasDirectory: boolean
}): SuggestGrantees {
  return async ({ sub }, { query, limit }) => {
    if (isAnonymousSub(sub)) {
      throw new ServiceError('permission_denied', {
        description: 'an anonymous account cannot look up people; sign up first',
      })
    }
    return db.read(async (reader) => {
      const own = await granteesOf(reader, people, sub)
      const groups = own.filter(({ kind }) => kind === 'group')
      const partners = await listPartners(reader, { sub, grantees: own, limit: MAX_PARTNERS })
      const known = unique([...partners, ...groups])
      const described = await describeGrantees(reader, people, known)
      const found = described.filter((one) => fits(one, fold(query))).slice(0, limit)
      if (!hasDirectory || query === '' || found.length >= limit) return found
      const more = await people.searchDirectory(reader, { query, limit })
      const others = unique([
        ...more.subs.filter((other) => other !== sub).map((other) => toPerson(other)),
        ...more.groupIds.map((groupId) => ({ kind: 'group', groupId }) as const),
      ]).filter((one) => !known.some((other) => toGranteeText(other) === toGranteeText(one)))
      return [...found, ...(await describeGrantees(reader, people, others))].slice(0, limit)
    })
  }
}

function toPerson(sub: string): Grantee {
  return { kind: 'person', sub }
}

function unique(grantees: readonly Grantee[]): Grantee[] {
  return [...new Map(grantees.map((one) => [toGranteeText(one), one])).values()]
}

/** Somebody who is gone has no name, and is not shown. */
function fits(grantee: GrantGrantee, folded: string): boolean {
  if (grantee.kind === 'link') return false
  const name = grantee.kind === 'email' ? grantee.email : grantee.name
  return name !== '' && fold(name).includes(folded)
}
