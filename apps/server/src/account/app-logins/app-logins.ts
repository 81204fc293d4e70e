import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { AppLoginRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSecret, type Random } from '../../kernel/id.ts'
import { type OwnAppPasswords, refuseOthersSessions } from '../app-passwords/own-app-passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.ts'
import {
  approveWaiting,
  deleteAppLoginsExpiredBefore,
  deleteWaiting,
  insertAppLogin,
  isApproved,
  selectWaiting,
  takeApproved,
} from './app-logins.store.ts'
import { programName } from './program-name.ts'

export { deleteApprovedBy } from './app-logins.store.ts'

/** As long as a device code is good, and for the same reasons. */
export const APP_LOGIN_TTL_MS = 10 * 60_000

/** How a program gets its password: it asks again and again, or the browser brings it. */
export type HandOver = 'poll' | 'redirect'

/** What a program signs in with from then on. */
export interface Login {
  loginName: string
  password: string
}

/**
 * Programs that cannot sign people in send them to our page, and get an app password when the person agrees. As with a device
 * code, the secret of the page and the secret of the program are two: who sees the address of the page gets no password.
 */
export interface AppLogins {
  start(handOver: HandOver, caller: Caller): Promise<{ pageToken: string; pollToken?: string }>
  inspect(
    pageToken: string,
  ): Promise<Pick<AppLoginRow, 'name' | 'address' | 'user_agent' | 'expires_at'>>
  /** With the login where the browser is to bring it; otherwise the program comes for it. */
  approve(pageToken: string, user: SignedIn, caller: Caller): Promise<Login | undefined>
  refuse(pageToken: string): Promise<void>
  /** Once, after the person has agreed. Before, and for every token that is none, undefined. */
  take(pollToken: string, caller: Caller): Promise<Login | undefined>
  removeExpired(): Promise<void>
}

export interface AppLoginsParts {
  db: Database
  clock: Clock
  random: Random
  sessions: Pick<Sessions, 'findPerson'>
  own: Pick<OwnAppPasswords, 'make'>
}

export function createAppLogins({ db, clock, random, sessions, own }: AppLoginsParts): AppLogins {
  return {
    async start(handOver, caller) {
      const now = clock.now()
      const pageToken = createSecret(random)
      const pollToken = handOver === 'poll' ? createSecret(random) : undefined
      await db.write((writer) =>
        insertAppLogin(writer, {
          page_hash: hash(pageToken),
          poll_hash: pollToken === undefined ? null : hash(pollToken),
          name: programName(caller.userAgent),
          address: caller.address,
          user_agent: caller.userAgent ?? null,
          sub: null,
          session_id: null,
          created_at: now,
          expires_at: now + APP_LOGIN_TTL_MS,
        }),
      )
      return { pageToken, ...(pollToken !== undefined && { pollToken }) }
    },

    async inspect(pageToken) {
      const row = await db.read((reader) => selectWaiting(reader, hash(pageToken), clock.now()))
      if (!row) throw notWaiting()
      return row
    },

    async approve(pageToken, user, caller) {
      refuseOthersSessions(user)
      const { sub, sessionId } = user
      return db.write(async (writer) => {
        const now = clock.now()
        const row = await selectWaiting(writer, hash(pageToken), now)
        if (!row) throw notWaiting()
        if (row.poll_hash !== null) {
          const decision = { sub, session_id: sessionId, now }
          if (!(await approveWaiting(writer, row.page_hash, decision))) throw notWaiting()
          return undefined
        }
        if (!(await deleteWaiting(writer, row.page_hash, now))) throw notWaiting()
        const password = await own.make(writer, { name: row.name, sub, sessionId }, caller)
        return { loginName: sub, password }
      })
    },

    async refuse(pageToken) {
      const now = clock.now()
      if (!(await db.write((writer) => deleteWaiting(writer, hash(pageToken), now)))) {
        throw notWaiting()
      }
    },

    async take(pollToken, caller) {
      const pollHash = hash(pollToken)
      if (!(await db.read((reader) => isApproved(reader, pollHash)))) return undefined
      return db.write(async (writer) => {
        const row = await takeApproved(writer, pollHash, clock.now())
        const { sub, session_id: sessionId } = row ?? {}
        if (!row || typeof sub !== 'string' || typeof sessionId !== 'string') return undefined
        // What ends the session in which the person agreed ends the agreement, and so does a new password. Locked first, so that
        // neither can happen between this look and the new app password, which would outlive it.
        const user = await lockUser(writer, sub)
        const isOpen = (await sessions.findPerson(writer, sessionId)) === sub
        if (!user || !isOpen || (user.password_updated_at ?? 0) > row.created_at) return undefined
        const password = await own.make(writer, { name: row.name, sub, sessionId }, caller)
        return { loginName: sub, password }
      })
    },

    removeExpired: () => db.write((writer) => deleteAppLoginsExpiredBefore(writer, clock.now())),
  }
}

/** The tokens are 256 random bits, so that nobody finds one by its hash. */
function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Unknown, expired, decided: one answer. */
function notWaiting(): ServiceError {
  return new ServiceError('not_found', { description: 'no program waits with this token' })
}
