import type { Profile } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import { maskEmail, maskPhoneNumber } from '../users/contact.ts'
import { findUser } from '../users/users.ts'

export async function readProfile(db: Database, sub: string): Promise<Profile> {
  const user = await db.read((reader) => findUser(reader, sub))
  if (!user) throw new ServiceError('unauthenticated', { description: 'the account is gone' })
  return toProfile(user)
}

/** The one place where a stored person becomes the wire's. Contacts leave it masked. */
export function toProfile(user: UserRow): Profile {
  return {
    sub: user.sub,
    name: user.name,
    ...(user.username !== null && { username: user.username }),
    ...(user.picture !== null && { picture: user.picture }),
    ...(user.email !== null && {
      email: maskEmail(user.email),
      email_verified: user.email_verified === 1,
    }),
    ...(user.phone_number !== null && { phone_number: maskPhoneNumber(user.phone_number) }),
    ...(user.locale !== null && { locale: user.locale }),
    ...(user.password_hash !== null && { password: 'SET' as const }),
    status: user.status,
    groups: user.is_admin === 1 ? [{ id: ADMINISTRATORS }] : [],
    created_at: new Date(user.created_at).toISOString(),
    updated_at: new Date(user.updated_at).toISOString(),
  }
}

const ADMINISTRATORS = 'administrators'
