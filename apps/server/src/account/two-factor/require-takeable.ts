import { ServiceError } from '@awan/protocol/errors'
import type { Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import { hasSecondStep } from './has-two-factor.ts'

/**
 * Who reads a mailbox, or is known to a third party, has one proof. Where an account asks for two, or
 * rules the server, that is too little to take this way in from it: its owner gives it up by hand. Nor
 * does one that an administrator has stopped get away by this.
 */
export async function requireTakeable(
  writer: Writer,
  other: UserRow,
  what: 'contact' | 'provider account',
): Promise<void> {
  const isStopped = other.status !== 'ACTIVE' && other.status !== 'DELETING'
  if (isStopped || other.is_admin === 1 || (await hasSecondStep(writer, other.sub))) {
    throw new ServiceError('failed_precondition', {
      description: `the ${what} cannot be taken from the other account; its owner must remove it there`,
    })
  }
}
