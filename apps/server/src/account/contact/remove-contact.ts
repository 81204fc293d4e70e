import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import { hasTwoFactor } from '../two-factor/has-two-factor.ts'
import type { ReachableContact } from '../users/contact.ts'
import { contactColumns, lockUser, updateUser } from '../users/users.ts'
import type { WaysLeft } from '../users/ways-left.ts'

export type RemoveContact = (
  kind: ReachableContact['kind'],
  user: SignedIn,
  caller: Caller,
) => Promise<void>

export interface RemoveContactParts {
  db: Database
  clock: Clock
  waysLeft: WaysLeft
  events: EventLog
  notices: Notices
}

/** Takes a contact from the account, unless nobody could get in afterwards. */
export function createRemoveContact(parts: RemoveContactParts): RemoveContact {
  const { db, clock, waysLeft, events, notices } = parts
  return (kind, { sub }, caller) =>
    db.write(async (writer) => {
      const before = await lockUser(writer, sub)
      if (!before) throw new ServiceError('unauthenticated', { description: 'the account is gone' })
      if (before[contactColumns[kind]] === null) {
        throw new ServiceError('not_found', { description: 'the account has no such contact' })
      }
      // The second step stays on without it, and would ask for a code that goes nowhere.
      if (await hasTwoFactor(writer, sub, kind === 'email' ? 'EMAIL' : 'SMS')) {
        throw refused(
          'second_step',
          'the second step sends codes to this contact; turn that method off first',
        )
      }
      const changes =
        kind === 'email' ? { email: null, email_verified: 0 as const } : { phone_number: null }
      await updateUser(writer, sub, { ...changes, updated_at: clock.now() })
      if (!(await waysLeft.hasAny(writer, sub))) {
        throw refused('last_way_in', 'this is the last way to sign in; add another one first')
      }
      const data = { kind, removed: true }
      await events.record(writer, { type: 'account.contact_changed', sub, caller, data })
      await notices.queue(writer, 'contactChanged', before, caller)
    })
}

function refused(reason: string, description: string): ServiceError {
  return new ServiceError('failed_precondition', {
    description,
    details: [{ '@type': ERROR_INFO, reason, domain: 'contact' }],
  })
}
