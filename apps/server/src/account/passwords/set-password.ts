import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { endAppPasswords } from '../app-passwords/app-passwords.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { forgetTrustedDevices } from '../trusted-devices/trusted-devices.ts'
import { findUser, updatePassword } from '../users/users.ts'
import type { Passwords } from './passwords.ts'
import { aboutPerson } from './reset-password.ts'

export interface SetPasswordParts {
  db: Database
  clock: Clock
  passwords: Passwords
  sessions: Sessions
  events: EventLog
  notices: Notices
}

export type SetPassword = (newPassword: string, user: SignedIn, caller: Caller) => Promise<void>

/** Ends every other session and all app passwords: somebody else may have known the old password. */
export function createSetPassword(parts: SetPasswordParts): SetPassword {
  const { db, clock, passwords, sessions, events, notices } = parts
  return async (newPassword, { sub, sessionId }, caller) => {
    const user = await db.read((reader) => findUser(reader, sub))
    if (!user) throw new ServiceError('unauthenticated', { description: 'the account is gone' })
    await passwords.checkNew(newPassword, aboutPerson(user))
    const hash = await passwords.hash(newPassword)
    await db.write(async (writer) => {
      await updatePassword(writer, sub, { hash, nowMs: clock.now(), resetBy: null })
      await forgetTrustedDevices(writer, sub)
      const ended = await sessions.endOthers(writer, { sub, keepId: sessionId })
      const appPasswordsEnded = await endAppPasswords(writer, sub)
      await events.record(writer, {
        type: 'account.password_changed',
        sub,
        caller,
        data: {
          session_id: sessionId,
          sessions_ended: ended,
          app_passwords_ended: appPasswordsEnded,
        },
      })
      await notices.queue(writer, 'passwordChanged', user, caller)
    })
  }
}
