import type { Credentials } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { resolveClient } from '../clients/clients.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { provenByReset } from '../passwords/reset-password.ts'
import { type ContactFields, normalisedContact, readContact } from '../users/contact.ts'
import { findUserInOneQuery, holdUser, updateUser } from '../users/users.ts'
import type { SecondStepProof } from './complete-sign-in.ts'
import type { FinishSignIn } from './finish-sign-in.ts'
import type { RecordFailure } from './record-failure.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'
import type { ValidatePhone } from './validate-phone.ts'

export interface SignInParts {
  db: Database
  attempts: Pick<SignInAttempts, 'countGuess'>
  passwords: Passwords
  recordFailure: RecordFailure
  validatePhone: ValidatePhone
  finish: FinishSignIn
}

export type SignIn = (
  request: ContactFields & SecondStepProof & { password: string },
  caller: Caller,
) => Promise<Credentials>

/**
 * Unknown account and wrong password are one case to the outside: the same error, one password
 * hash and one small write each.
 */
export function createSignIn(parts: SignInParts): SignIn {
  const { db, attempts, passwords, recordFailure, validatePhone, finish } = parts
  return async (request, caller) => {
    const clientId = resolveClient(caller.clientId)
    const contact = readContact(request)
    const call = { contact: normalisedContact(request), caller }
    await attempts.countGuess(call)
    const user = await findUserInOneQuery(db, contact)
    const matches = await passwords.verify(user?.password_hash, request.password)
    if (!user || !matches) {
      await recordFailure(user, call, 'password')
      throw wrong()
    }
    return finish(
      {
        user,
        clientId,
        method: 'password',
        secondStep: request,
        isEnough: () => validatePhone(contact, user, caller),
        ...provenByReset(user),
        async hold(writer) {
          // Hashing takes a while: a password that was changed meanwhile must not open a session.
          const current = await holdUser(writer, user)
          if (!current?.password_reset_by) return current
          return updateUser(writer, user.sub, { password_reset_by: null })
        },
        refuse: wrong,
      },
      call,
    )
  }
}

function wrong(): ServiceError {
  return new ServiceError('invalid_account_or_password', {
    description: 'the account or the password is wrong',
  })
}
