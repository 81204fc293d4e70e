import { createPreparedQuery } from '../../db/prepared-query.ts'
import { linksQuery } from '../providers/bindings.ts'
import { usersQuery } from '../users/users.ts'

/**
 * What people see of themselves, compiled once: clients ask for it at every start. One row for each
 * third party that opens the account, or a single one with none.
 */
export const ownProfileQuery = createPreparedQuery('own_profile', ['sub'], (reader, { sub }) =>
  reader
    .selectFrom(usersQuery(reader).as('users'))
    .leftJoin(linksQuery(reader).as('links'), 'links.sub', 'users.sub')
    .select(['users.sub', 'users.username', 'users.name', 'users.picture', 'users.locale'])
    .select(['users.gender', 'users.birthdate', 'users.zoneinfo', 'users.email'])
    .select(['users.email_verified', 'users.phone_number', 'users.address'])
    .select(['users.created_from', 'users.status', 'users.password_hash'])
    .select(['users.password_updated_at', 'users.is_admin', 'users.created_at'])
    .select(['users.updated_at', 'links.provider_id', 'links.provider_user_id'])
    .select('links.name as provider_name')
    .where('users.sub', '=', sub)
    .orderBy('links.provider_id'),
)
