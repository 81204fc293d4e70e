import { isAnonymousSub } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import type { Reader } from '../db/database.ts'
import type { Caller } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/id.ts'
import { isAppPasswordGood } from './app-passwords/app-passwords.ts'
import { groupsOf, peopleIn, searchGroups, selectGroups } from './groups/groups.ts'
import { createSessions } from './sessions/sessions.ts'
import { type Contact, routeUsername } from './users/contact.ts'
import { findUserByContact, searchNames, selectNames, selectStanding } from './users/users.ts'

/** What other parts of the server may ask about people, at the moment that their reader sees. */
export interface PeopleDirectory {
  /** Whose session it is; undefined once it is over, or its person is not active. */
  personOfSession(reader: Reader, sessionId: string): Promise<string | undefined>
  /** Whether an app password still opens something, wherever it is used. */
  isAppPasswordGood(reader: Reader, appPasswordId: string): Promise<boolean>
  /** Whether the account of this contact, as `email:ana@example.org`, was signed in on the device of the caller. */
  knowsVisitor(reader: Reader, contact: string, caller: Caller): Promise<boolean>
  /** Neither frozen, nor leaving, nor gone. */
  isActive(reader: Reader, sub: string): Promise<boolean>
  isAdministrator(reader: Reader, sub: string): Promise<boolean>
  groupsOf(reader: Reader, sub: string): Promise<string[]>
  /** The people of a group and of the groups in it. */
  peopleIn(reader: Reader, groupId: string): Promise<string[]>
  /** The mail address that they have proven to read. */
  provenEmailOf(reader: Reader, sub: string): Promise<string | undefined>
  /** Who has proven to read this address. */
  personOfEmail(reader: Reader, email: string): Promise<string | undefined>
  /** Whose whole username or phone number this is, if they are active. */
  personOfContact(reader: Reader, typed: string): Promise<string | undefined>
  /** What others are shown of people, whatever the state of their accounts. */
  describePeople(reader: Reader, subs: readonly string[]): Promise<DescribedPerson[]>
  describeGroups(reader: Reader, groupIds: readonly string[]): Promise<DescribedGroup[]>
  /** Active people by a part of their name or user name, and groups by a part of theirs; never by a contact. */
  searchDirectory(
    reader: Reader,
    typed: { query: string; limit: number },
  ): Promise<{ subs: string[]; groupIds: string[] }>
}

export interface DescribedPerson {
  sub: string
  name: string
  picture: string | null
}

export interface DescribedGroup {
  id: string
  name: string
}

export function createPeopleDirectory(options: {
  clock: Clock
  random: Random
  refreshTokenTtlMs: number
}): PeopleDirectory {
  const sessions = createSessions({ ...options, idleMs: options.refreshTokenTtlMs })
  return {
    personOfSession: sessions.findPerson,
    knowsVisitor: sessions.knowsVisitor,
    isAppPasswordGood: (reader, id) => isAppPasswordGood(reader, id, options.clock.now()),
    isActive: async (reader, sub) => (await selectStanding(reader, sub))?.status === 'ACTIVE',
    isAdministrator: async (reader, sub) => (await selectStanding(reader, sub))?.is_admin === 1,
    groupsOf,
    peopleIn,
    async provenEmailOf(reader, sub) {
      const user = await selectStanding(reader, sub)
      return user?.email_verified === 1 ? (user.email ?? undefined) : undefined
    },
    async personOfEmail(reader, email) {
      const user = await findUserByContact(reader, { kind: 'email', value: email })
      return user?.email_verified === 1 ? user.sub : undefined
    },
    async personOfContact(reader, typed) {
      const contact = readTyped(typed)
      const user = contact && (await findUserByContact(reader, contact))
      return user?.status === 'ACTIVE' && !isAnonymousSub(user.sub) ? user.sub : undefined
    },
    describePeople: selectNames,
    describeGroups: selectGroups,
    searchDirectory: async (reader, typed) => ({
      subs: await searchNames(reader, typed),
      groupIds: await searchGroups(reader, typed),
    }),
  }
}

/** Undefined for what is neither; addresses are for those who have proven to read them. */
function readTyped(typed: string): Contact | undefined {
  try {
    const contact = routeUsername(typed)
    return contact.kind === 'email' ? undefined : contact
  } catch (error) {
    if (isServiceError(error, 'invalid_argument')) return undefined
    throw error
  }
}
