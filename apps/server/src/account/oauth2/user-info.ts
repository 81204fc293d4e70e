import type { AnswerOf } from '@awan/protocol'
import type { getUserInfo } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { SignedIn } from '../../http/route.ts'
import { findUser } from '../users/users.ts'

export type UserInfo = AnswerOf<typeof getUserInfo>

/** OpenID Connect Core, 5.4: each scope opens its own claims. Contacts are whole here: they were asked for. */
export async function readUserInfo(
  { db, publicUrl }: { db: Database; publicUrl: string },
  { sub, scope }: SignedIn,
): Promise<UserInfo> {
  const user = await db.read((reader) => findUser(reader, sub))
  if (!user) throw new ServiceError('unauthenticated', { description: 'the account is gone' })
  return {
    sub,
    ...(scope.includes('profile') && readProfileClaims(user, publicUrl)),
    ...(scope.includes('email') &&
      user.email !== null && { email: user.email, email_verified: user.email_verified === 1 }),
    ...(scope.includes('phone') &&
      // Nobody has a number here that they have not proven.
      user.phone_number !== null && {
        phone_number: user.phone_number,
        phone_number_verified: true,
      }),
  }
}

function readProfileClaims(user: UserRow, publicUrl: string): Omit<UserInfo, 'sub'> {
  return {
    name: user.name,
    ...(user.username !== null && { preferred_username: user.username }),
    // One that we keep is a path of ours; an app needs the whole address.
    ...(user.picture !== null && { picture: new URL(user.picture, publicUrl).href }),
    ...(user.gender !== null && { gender: user.gender.toLowerCase() }),
    ...(user.birthdate !== null && { birthdate: user.birthdate }),
    ...(user.zoneinfo !== null && { zoneinfo: user.zoneinfo }),
    ...(user.locale !== null && { locale: user.locale }),
    updated_at: Math.floor(user.updated_at / 1000),
  }
}
