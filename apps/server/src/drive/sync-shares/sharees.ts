import { type GrantGrantee, mailAddress } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { Guards } from '../../http/guards.ts'
import type { SuggestGrantees } from '../shares/suggest-grantees.ts'
import type { DavCaller } from '../webdav/dav-caller.ts'

/** Somebody to share with, in the words of the protocol. */
export interface Sharee extends Record<string, string | Record<string, string | number>> {
  label: string
  value: { shareType: number; shareWith: string }
}

export type ShareeLists = Record<'users' | 'groups' | 'emails' | 'remotes', Sharee[]>
export interface FoundSharees {
  exact: ShareeLists
  found: ShareeLists
}

export type FindSharees = (
  caller: DavCaller,
  typed: { search: string; limit: number },
) => Promise<FoundSharees>

/** As many as our own call for it allows, and counted together with those. */
const CONTACT_QUERIES = { points: 60, perSeconds: 3600 }
/** As in our own call too: one for each letter that somebody types. */
const SEARCHES = { points: 600, perSeconds: 600, isLocal: true } as const
const MIN_CONTACT_LENGTH = 3

/**
 * Those with whom the caller shares already and their groups, by a part of the name; others only by a whole username or phone
 * number. A mail address is always there to be shared with, so that nobody learns whether it has an account.
 */
export function createFindSharees(
  {
    db,
    people,
    suggestGrantees,
  }: { db: Database; people: PeopleDirectory; suggestGrantees: SuggestGrantees },
  guards: Pick<Guards, 'takePoint'>,
): FindSharees {
  return async ({ person, limit: narrow }, { search, limit }) => {
    const exact = noLists()
    const found = noLists()
    const text = search.trim()
    // Whoever may not share need not know with whom.
    if (narrow?.isReadOnly) return { exact, found }
    await guards.takePoint(`drive sharees user ${person.sub}`, SEARCHES)
    for (const one of await suggestGrantees(person, { query: text, limit })) add(found, one)
    const email = mailAddress.safeParse(text)
    const isKnown = Object.values(found).some((list) => list.length > 0)
    if (email.success) {
      found.emails = []
      add(exact, { kind: 'email', email: email.data.normalize('NFC').toLowerCase() })
    } else if (!isKnown && text.length >= MIN_CONTACT_LENGTH) {
      const other = await findByContact(person.sub, text)
      if (other) add(exact, other)
    }
    return { exact, found }
  }

  async function findByContact(own: string, text: string): Promise<GrantGrantee | undefined> {
    try {
      await guards.takePoint(`query:contact:${own}`, CONTACT_QUERIES)
    } catch (error) {
      // Programs ask with every letter: then suggestions alone are left.
      if (isServiceError(error, 'resource_exhausted')) return undefined
      throw error
    }
    return db.read(async (reader) => {
      const sub = await people.personOfContact(reader, text)
      if (sub === undefined || sub === own) return undefined
      const [described] = await people.describePeople(reader, [sub])
      return described && { kind: 'person', sub, name: described.name }
    })
  }
}

function noLists(): ShareeLists {
  return { users: [], groups: [], emails: [], remotes: [] }
}

function add(lists: ShareeLists, grantee: GrantGrantee): void {
  if (grantee.kind === 'person') {
    lists.users.push({ label: grantee.name, value: { shareType: 0, shareWith: grantee.sub } })
  }
  if (grantee.kind === 'group') {
    lists.groups.push({ label: grantee.name, value: { shareType: 1, shareWith: grantee.id } })
  }
  if (grantee.kind === 'email') {
    const { email } = grantee
    lists.emails.push({ label: email, value: { shareType: 4, shareWith: email } })
  }
}
