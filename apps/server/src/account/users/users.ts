import type { Reader } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Contact } from './contact.ts'
import { selectUser } from './users.store.ts'

export {
  deleteUser,
  hasOtherAdministrator,
  hasUsers,
  holdUser,
  insertUser,
  lockUser,
  profileQuery,
  selectDueForDeletion,
  selectUsers,
  updatePassword,
  updateUser,
} from './users.store.ts'

export function findUser(reader: Reader, sub: string): Promise<UserRow | undefined> {
  return selectUser(reader, 'sub', sub)
}

export function findUserByContact(reader: Reader, contact: Contact): Promise<UserRow | undefined> {
  return selectUser(reader, contactColumns[contact.kind], contact.value)
}

export const contactColumns = {
  email: 'email',
  phone: 'phone_number',
  username: 'username',
} as const
