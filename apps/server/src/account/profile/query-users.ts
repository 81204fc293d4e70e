import { isAnonymousSub } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { SignedIn } from '../../http/route.ts'
import type { Limiter } from '../limits/limits.ts'
import { type Contact, readContact } from '../users/contact.ts'
import { findUserByContact, selectUsers } from '../users/users.ts'

/** Enough to share with the people one knows, too little to try a list of strangers. */
const CONTACT_QUERIES = { points: 60, perSeconds: 3600 }

export interface UserQuery {
  id?: string | string[] | undefined
  username?: string | undefined
  email?: string | undefined
  phone_number?: string | undefined
}

export interface FoundUser {
  sub: string
  name: string
  picture?: string
}

export type QueryUsers = (query: UserQuery, user: SignedIn) => Promise<FoundUser[]>

/**
 * Finds the people that somebody wants to share with, and no others: the whole id, username or contact
 * must be known. The answer is a name and a picture; a contact is never part of it.
 */
export function createQueryUsers({ db, limiter }: { db: Database; limiter: Limiter }): QueryUsers {
  async function findByContact(contact: Contact, sub: string): Promise<UserRow[]> {
    await limiter.takePoint(`query:contact:${sub}`, CONTACT_QUERIES)
    const user = await db.read((reader) => findUserByContact(reader, contact))
    return user ? [user] : []
  }

  return async ({ id, ...fields }, { sub }) => {
    if (isAnonymousSub(sub)) {
      throw new ServiceError('permission_denied', {
        description: 'an anonymous account cannot look up people; sign up first',
      })
    }
    const isById = id !== undefined
    if (isById && Object.values(fields).some((value) => value !== undefined)) {
      throw new ServiceError('invalid_argument', {
        description: 'give ids or one of username, email and phone_number',
      })
    }
    const found = isById
      ? await db.read((reader) => selectUsers(reader, [id].flat()))
      : await findByContact(readContact(fields), sub)
    return found.filter(isShown).map(toFoundUser)
  }
}

function isShown(user: UserRow): boolean {
  return user.status === 'ACTIVE' && !isAnonymousSub(user.sub)
}

function toFoundUser({ sub, name, picture }: UserRow): FoundUser {
  return { sub, name, ...(picture !== null && { picture }) }
}
