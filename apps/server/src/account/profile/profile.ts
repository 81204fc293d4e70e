import type { Profile } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { ProviderLinkRow, UserRow } from '../../db/tables.ts'
import { linksOf } from '../providers/bindings.ts'
import { maskEmail, maskPhoneNumber } from '../users/contact.ts'
import { ownProfileQuery } from './profile.store.ts'

export type ReadProfile = (sub: string) => Promise<Profile>

export function createReadProfile({
  db,
  mustSetUpTwoFactor,
}: {
  db: Database
  mustSetUpTwoFactor(sub: string): Promise<boolean>
}): ReadProfile {
  return async (sub) => {
    const rows = await db.readRows(ownProfileQuery, { sub })
    const [user] = rows
    if (!user) throw new ServiceError('unauthenticated', { description: 'the account is gone' })
    return {
      ...toProfile(user),
      contacts: toContacts(user),
      providers: rows.flatMap(({ provider_id, provider_user_id, provider_name }) =>
        provider_id === null || provider_user_id === null
          ? []
          : toOwnProvider({ provider_id, provider_user_id, name: provider_name }),
      ),
      ...((await mustSetUpTwoFactor(sub)) && { two_factor_setup_required: true as const }),
    }
  }
}

/** In full: only the person themselves is shown this. */
function toContacts({ email, phone_number }: Pick<UserRow, 'email' | 'phone_number'>) {
  return {
    ...(email !== null && { email }),
    ...(phone_number !== null && { phone_number }),
  }
}

/** Who the person is at the third parties that open their account. */
export async function readOwnProviders(reader: Reader, sub: string): Promise<OwnProvider[]> {
  return (await linksOf(reader, sub)).map(toOwnProvider)
}

type OwnProvider = NonNullable<Profile['providers']>[number]

function toOwnProvider({
  provider_id,
  provider_user_id,
  name,
}: Pick<ProviderLinkRow, 'provider_id' | 'provider_user_id' | 'name'>): OwnProvider {
  return { id: provider_id, provider_user_id, ...(name !== null && { name }) }
}

type ProfileRow = Omit<
  UserRow,
  'password_reset_required' | 'password_reset_by' | 'deletion_due_at' | 'deletion_is_final'
>

/** The one place where a stored person becomes the wire's. Contacts leave it masked. */
export function toProfile(user: ProfileRow): Profile {
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
    ...(user.gender !== null && { gender: user.gender }),
    ...(user.birthdate !== null && { birthdate: user.birthdate }),
    ...(user.zoneinfo !== null && { zoneinfo: user.zoneinfo }),
    ...(user.address !== null && { address: JSON.parse(user.address) as Profile['address'] }),
    ...(user.created_from !== null && { created_from: user.created_from }),
    ...(user.password_hash !== null && { password: 'SET' as const }),
    ...(user.password_updated_at !== null && {
      password_updated_at: new Date(user.password_updated_at).toISOString(),
    }),
    status: user.status,
    groups: user.is_admin === 1 ? [{ id: ADMINISTRATORS }] : [],
    created_at: new Date(user.created_at).toISOString(),
    updated_at: new Date(user.updated_at).toISOString(),
  }
}

const ADMINISTRATORS = 'administrators'
