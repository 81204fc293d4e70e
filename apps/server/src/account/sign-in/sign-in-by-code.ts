import type { Credentials, VerificationPurpose } from '@awan/protocol/account'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import { resolveClient } from '../clients/clients.ts'
import {
  type Contact,
  type ContactFields,
  normalisedContact,
  type ReachableContact,
  readContact,
} from '../users/contact.ts'
import { findUserByContact, lockUser } from '../users/users.ts'
import type { Claim, Verification } from '../verification/verification.ts'
import type { SecondStepProof } from './complete-sign-in.ts'
import type { FinishSignIn } from './finish-sign-in.ts'
import type { RecordFailure } from './record-failure.ts'

export interface SignInByCodeParts {
  db: Database
  verification: Verification
  recordFailure: RecordFailure
  finish: FinishSignIn
}

export type SignInByCode = (
  request: ContactFields & SecondStepProof & { verification_token: string },
  caller: Caller,
) => Promise<Credentials>

const purposes: readonly VerificationPurpose[] = ['SIGN_IN', 'REGISTER_SIGN_IN']

/**
 * ACC-31: by the token of a code that was sent to the contact. Without a good token, a contact with an
 * account and one without it are one case. With one the contact is the caller's own, and they may
 * know that there is no account (docs/decisions/007).
 */
export function createSignInByCode(parts: SignInByCodeParts): SignInByCode {
  const { db, verification, recordFailure, finish } = parts
  return async (request, caller) => {
    const clientId = resolveClient(caller.clientId)
    const contact = readContact(request)
    const call = { contact: normalisedContact(request), caller }
    const { user, proven, refusal } = await db.read(async (reader) => {
      const user = await findUserByContact(reader, contact)
      let refusal: ServiceError | undefined
      for (const candidate of candidatesFor(contact, user)) {
        const claim: Claim = { token: request.verification_token, contact: candidate, purposes }
        try {
          await verification.inspect(reader, claim)
          return { user, proven: claim }
        } catch (error) {
          // A token of this contact that is merely too old says more than that another does not fit.
          if (!isServiceError(error)) throw error
          if (refusal?.error !== 'expired_verification_code') refusal = error
        }
      }
      return { user, refusal }
    })
    if (!proven) {
      await recordFailure(user, call, 'code')
      throw refusal
    }
    if (!user) throw noAccount()
    return finish(
      {
        user,
        clientId,
        method: 'code',
        provenBy: proven.contact.kind === 'email' ? 'EMAIL' : 'SMS',
        secondStep: request,
        // The token is used up only here, so that it is still good when the second step is brought.
        async hold(writer) {
          await verification.redeem(writer, proven)
          const current = await lockUser(writer, user.sub)
          return current && owns(current, proven.contact) ? current : undefined
        },
        refuse: noAccount,
      },
      call,
    )
  }
}

/** Where the code may have gone. A user name means both contacts of its owner, if it has one. */
function candidatesFor(contact: Contact, user: UserRow | undefined): ReachableContact[] {
  if (contact.kind !== 'username') return [contact]
  return [
    { kind: 'email', value: user?.email ?? '' },
    { kind: 'phone', value: user?.phone_number ?? '' },
  ]
}

function owns(user: UserRow, { kind, value }: ReachableContact): boolean {
  return (kind === 'email' ? user.email : user.phone_number) === value
}

function noAccount(): ServiceError {
  return new ServiceError('user_not_exist', { description: 'there is no account for this contact' })
}
