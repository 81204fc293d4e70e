import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Contact } from '../users/contact.ts'

/** Throws `validate_required` where a password alone is not enough. */
export type ValidatePhone = (contact: Contact, user: UserRow, caller: Caller) => Promise<void>

/**
 * ACC-33: where the operator wants it, a phone number and its password open the account only on a
 * device that was signed in before. On a new one the person signs in with a code to that phone.
 */
export function createValidatePhone({
  db,
  sessions,
  isOn,
}: {
  db: Database
  sessions: Pick<Sessions, 'knowsDevice'>
  isOn: boolean
}): ValidatePhone {
  return async (contact, { sub }, caller) => {
    if (!isOn || contact.kind !== 'phone') return
    if (await db.read((reader) => sessions.knowsDevice(reader, sub, caller))) return
    throw new ServiceError('validate_required', {
      description: 'sign in with a code that is sent to the phone',
    })
  }
}
