import type { Database, Reader } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Contact } from './contact.ts'
import { selectUser, userQueries } from './users.store.ts'

export { searchNames, searchUsers, type UserFilter } from './search-users.store.ts'
export {
  anonymousUsersQuery,
  countAdministrators,
  countUsersByStatus,
  deleteAtNextPurge,
  deleteUser,
  hasOtherAdministrator,
  hasUsers,
  holdUser,
  insertUser,
  lockUser,
  selectAdministrators,
  selectDeletedWithin,
  selectDueForDeletion,
  selectNames,
  selectStanding,
  selectUsers,
  updatePassword,
  updateUser,
  usersQuery,
} from './users.store.ts'

export function findUser(reader: Reader, sub: string): Promise<UserRow | undefined> {
  return selectUser(reader, 'sub', sub)
}

export function findUserByContact(reader: Reader, contact: Contact): Promise<UserRow | undefined> {
  return selectUser(reader, contactColumns[contact.kind], contact.value)
}

/** One statement without a transaction, for the many sign-ins at once. */
export function findUserInOneQuery(db: Database, contact: Contact): Promise<UserRow | undefined> {
  return db.readOne(userQueries[contactColumns[contact.kind]], { value: contact.value })
}

export const contactColumns = {
  email: 'email',
  phone: 'phone_number',
  username: 'username',
} as const
