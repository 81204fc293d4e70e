import { isAnonymousSub } from '@awan/protocol'
import type { ConflictResolution, VerificationPurpose } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Deletion } from '../deletion/deletion.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import { requireTakeable } from '../two-factor/require-takeable.ts'
import { findMasked, type ReachableContact, readReachableContact } from '../users/contact.ts'
import {
  contactColumns,
  findUser,
  findUserByContact,
  lockUser,
  updateUser,
} from '../users/users.ts'
import type { WaysLeft } from '../users/ways-left.ts'
import type { Verification } from '../verification/verification.ts'

const purposes: Record<ReachableContact['kind'], readonly VerificationPurpose[]> = {
  email: ['EMAIL_ADDRESS_CHANGE', 'EMAIL_ADDRESS_VERIFICATION', 'DEFAULT'],
  phone: ['PHONE_NUMBER_CHANGE', 'PHONE_NUMBER_VERIFICATION', 'DEFAULT'],
}

export interface ContactBinding {
  email?: string | undefined
  phone_number?: string | undefined
  verification_token: string
  conflict_resolution?: ConflictResolution | undefined
}

export type BindContact = (binding: ContactBinding, user: SignedIn, caller: Caller) => Promise<void>

export interface BindContactParts {
  db: Database
  clock: Clock
  verification: Verification
  deletion: Deletion
  waysLeft: WaysLeft
  events: EventLog
  notices: Notices
}

/** CAL-28: gives the signed-in person a contact that they have proven to read. */
export function createBindContact(parts: BindContactParts): BindContact {
  const { db, clock, verification, deletion, waysLeft, events, notices } = parts

  /** Takes the contact from the other account that has it, by the rule that the caller chose. */
  async function release(
    writer: Writer,
    contact: ReachableContact,
    { rule, sub, caller }: { rule: ConflictResolution; sub: string; caller: Caller },
  ): Promise<void> {
    const found = await findUserByContact(writer, contact)
    const other = found && found.sub !== sub ? await lockUser(writer, found.sub) : undefined
    if (!other || other[contactColumns[contact.kind]] !== contact.value) return
    if (rule === 'DEFAULT') throw taken()
    await requireTakeable(writer, other, 'contact')
    // Told before it is taken: afterwards the account may have no contact left.
    await notices.queue(writer, 'contactChanged', other, caller)
    const left = await updateUser(writer, other.sub, {
      ...without(contact),
      updated_at: clock.now(),
    })
    await events.record(writer, {
      type: 'account.contact_lost',
      sub: other.sub,
      caller,
      data: { kind: contact.kind },
    })
    if (!left || left.status === 'DELETING') return
    if (rule === 'DELETE_ACCOUNT_TRANSFER' || !(await waysLeft.hasAny(writer, left.sub))) {
      await deletion.begin(writer, left, caller)
    }
  }

  return async (binding, { sub }, caller) => {
    if (isAnonymousSub(sub)) {
      throw new ServiceError('failed_precondition', {
        description: 'an anonymous account cannot have a contact; sign up with anonymous_token',
      })
    }
    const owner = await db.read((reader) => findUser(reader, sub))
    const contact = (owner && findMasked(owner, binding)) ?? readReachableContact(binding)
    const claim = { token: binding.verification_token, contact, purposes: purposes[contact.kind] }
    const rule = binding.conflict_resolution ?? 'DEFAULT'
    await refuseTaken(
      db.write(async (writer) => {
        await verification.redeem(writer, claim)
        await release(writer, contact, { rule, sub, caller })
        const before = await lockUser(writer, sub)
        if (!before)
          throw new ServiceError('unauthenticated', { description: 'the account is gone' })
        const after = await updateUser(writer, sub, {
          ...(contact.kind === 'email'
            ? { email: contact.value, email_verified: 1 }
            : { phone_number: contact.value }),
          updated_at: clock.now(),
        })
        if (!after || before[contactColumns[contact.kind]] === contact.value) return
        await events.record(writer, {
          type: 'account.contact_changed',
          sub,
          caller,
          data: { kind: contact.kind, conflict_resolution: rule },
        })
        await notices.queue(writer, 'contactChanged', before, caller)
        // A new mail address gets the notice too; a new number does not, the old contact does.
        if (after.email !== before.email && before.email !== null) {
          await notices.queue(writer, 'contactChanged', after, caller)
        }
      }),
    )
  }
}

/** Where two people bind the same contact at the same moment, the database decides. */
async function refuseTaken(binding: Promise<void>): Promise<void> {
  try {
    await binding
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
}

function taken(): ServiceError {
  return new ServiceError('already_exists', {
    description: 'the contact belongs to another account',
  })
}

function without(contact: ReachableContact): Partial<UserRow> {
  return contact.kind === 'email' ? { email: null, email_verified: 0 } : { phone_number: null }
}
