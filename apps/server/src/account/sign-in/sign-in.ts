import type { Credentials } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import { resolveClient } from '../clients/clients.ts'
import type { EventLog } from '../events/events.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { type ContactFields, normalisedContact, readContact } from '../users/contact.ts'
import { findUserByContact, holdUser } from '../users/users.ts'
import type { CompleteSignIn, SecondStepProof } from './complete-sign-in.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

export interface SignInParts {
  db: Database
  attempts: SignInAttempts
  passwords: Passwords
  events: EventLog
  complete: CompleteSignIn
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
  const { db, attempts, passwords, events, complete } = parts

  async function refuse(
    user: UserRow | undefined,
    contact: string,
    caller: Caller,
  ): Promise<never> {
    await db.write((writer) =>
      user
        ? events.record(writer, { type: 'account.sign_in_failed', sub: user.sub, caller })
        : attempts.missed(writer, { contact, caller }),
    )
    throw wrong()
  }

  return async (request, caller) => {
    const clientId = resolveClient(caller.clientId)
    const contact = readContact(request)
    const riskyCall = { contact: normalisedContact(request), caller }
    const user = await db.read((reader) => findUserByContact(reader, contact))
    const matches = await passwords.verify(user?.password_hash, request.password)
    if (!user || !matches) return refuse(user, riskyCall.contact, caller)
    return complete(
      {
        user,
        clientId,
        method: 'password',
        secondStep: request,
        // Hashing takes a while: a password that was changed meanwhile must not open a session.
        hold: (writer) => holdUser(writer, user),
        refuse: wrong,
        also: (writer) => attempts.succeeded(writer, riskyCall),
      },
      caller,
    )
  }
}

function wrong(): ServiceError {
  return new ServiceError('invalid_account_or_password', {
    description: 'the account or the password is wrong',
  })
}
