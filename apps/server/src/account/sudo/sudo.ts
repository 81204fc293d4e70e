import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { EventLog } from '../events/events.ts'
import type { Limiter } from '../limits/limits.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { findUser } from '../users/users.ts'

const TTL_MS = 5 * 60 * 1000
/** By session and not by person: a stolen session cannot use up the tries of its owner. */
const TRIES = { points: 10, perSeconds: 15 * 60 }

export interface Sudo {
  grant(
    password: string,
    user: SignedIn,
    caller: Caller,
  ): Promise<{ token: string; expiresIn: number }>
  check(user: SignedIn, token: string | undefined): Promise<void>
}

export interface SudoParts {
  db: Database
  limiter: Limiter
  passwords: Passwords
  events: EventLog
  sudoTokens: InternalTokens
}

export function createSudo({ db, limiter, passwords, events, sudoTokens }: SudoParts): Sudo {
  return {
    async grant(password, { sub, sessionId }, caller) {
      const key = `sudo:session:${sessionId}`
      await limiter.takePoint(key, TRIES)
      const user = await db.read((reader) => findUser(reader, sub))
      const matches = await passwords.verify(user?.password_hash, password)
      await db.write(async (writer) => {
        const type = matches ? 'account.sudo_granted' : 'account.sudo_refused'
        await events.record(writer, { type, sub, caller, data: { session_id: sessionId } })
        if (matches) await limiter.forget(writer, [key])
      })
      if (!matches) {
        throw new ServiceError('invalid_password', { description: 'the password is wrong' })
      }
      return {
        token: await sudoTokens.sign({ sub, sid: sessionId }, TTL_MS),
        expiresIn: TTL_MS / 1000,
      }
    },

    async check(user, token) {
      const claims = token === undefined ? undefined : await sudoTokens.verify(token)
      if (claims?.sub !== user.sub || claims.sid !== user.sessionId) {
        throw new ServiceError('permission_denied', {
          description: 'this call needs a sudo token of this session, not older than 5 minutes',
        })
      }
    },
  }
}
