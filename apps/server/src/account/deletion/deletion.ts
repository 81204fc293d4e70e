import { isAnonymousSub } from '@awan/protocol'
import type { Profile } from '@awan/protocol/account'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { endAppPasswords } from '../app-passwords/app-passwords.ts'
import type { EventLog } from '../events/events.ts'
import type { Limiter } from '../limits/limits.ts'
import type { Notices } from '../notices/notices.ts'
import { toProfile } from '../profile/profile.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { findUser, hasOtherAdministrator, lockUser, updateUser } from '../users/users.ts'

/** Why an account cannot be deleted now. */
export type DeletionObstacle = 'last_administrator' | 'anonymous_account'

export interface Deletion {
  obstacles(sub: string): Promise<DeletionObstacle[]>
  /** The person's own wish: the account is out of use from now on and goes when the time is over. */
  request(user: SignedIn, caller: Caller): Promise<Profile>
  /**
   * The same inside another transaction, for an administrator or a contact transfer. Throws
   * `failed_precondition` if an obstacle exists.
   */
  begin(writer: Writer, user: UserRow, caller: Caller, by?: 'administrator'): Promise<UserRow>
}

export interface DeletionParts {
  db: Database
  clock: Clock
  limiter: Limiter
  sessions: Sessions
  events: EventLog
  notices: Notices
  /** How long an account can be restored. */
  graceMs: number
}

export function createDeletion(parts: DeletionParts): Deletion {
  const { db, clock, limiter, sessions, events, notices, graceMs } = parts

  async function begin(
    writer: Writer,
    user: UserRow,
    caller: Caller,
    by?: 'administrator',
  ): Promise<UserRow> {
    const { sub } = user
    // Two administrators who leave at the same moment wait for each other: the second one stays.
    if (user.is_admin === 1) await limiter.count(writer, ADMINISTRATORS_KEY, 60_000)
    const obstacles = await findObstacles(writer, user)
    if (obstacles.length > 0) throw notEligible(obstacles)
    const nowMs = clock.now()
    const deleting = await updateUser(writer, sub, {
      status: 'DELETING',
      deletion_due_at: nowMs + graceMs,
      // Who was stopped must not come back by being deleted and restored.
      deletion_is_final: user.status === 'ACTIVE' ? 0 : 1,
      updated_at: nowMs,
    })
    if (!deleting) throw gone()
    const data = {
      sessions_ended: await sessions.endAll(writer, sub),
      app_passwords_ended: await endAppPasswords(writer, sub),
      due_at: toIso(deleting),
    }
    await events.record(writer, { type: 'account.deletion_requested', sub, caller, data })
    if (by === 'administrator') {
      const deletionAt = deleting.deletion_due_at ?? undefined
      await notices.queueMail(writer, { kind: 'deletionDecided', at: nowMs, deletionAt }, deleting)
    } else await notices.queue(writer, 'deletionRequested', deleting, caller)
    return deleting
  }

  return {
    begin,

    async obstacles(sub) {
      return db.read(async (reader) => {
        const user = await findUser(reader, sub)
        if (!user) throw gone()
        return findObstacles(reader, user)
      })
    },

    async request({ sub }, caller) {
      const deleting = await db.write(async (writer) => {
        const user = await lockUser(writer, sub)
        if (user?.status !== 'ACTIVE') throw gone()
        return begin(writer, user, caller)
      })
      return toProfile(deleting)
    },
  }
}

/** Every change that removes an administrator counts on this key, so that they run one after another. */
export const ADMINISTRATORS_KEY = 'account:administrators'

/** An anonymous account has no second proof to ask for; it goes by itself when it is not used. */
async function findObstacles(reader: Reader, user: UserRow): Promise<DeletionObstacle[]> {
  const obstacles: DeletionObstacle[] = []
  if (isAnonymousSub(user.sub)) obstacles.push('anonymous_account')
  if (user.is_admin === 1 && !(await hasOtherAdministrator(reader, user.sub))) {
    obstacles.push('last_administrator')
  }
  return obstacles
}

function notEligible(obstacles: DeletionObstacle[]): ServiceError {
  return new ServiceError('failed_precondition', {
    description: `the account cannot be deleted: ${obstacles.join(', ')}`,
    details: obstacles.map((reason) => ({ '@type': ERROR_INFO, reason, domain: 'deletion' })),
  })
}

function gone(): ServiceError {
  return new ServiceError('unauthenticated', { description: 'the account is gone' })
}

function toIso({ deletion_due_at }: UserRow): string {
  return new Date(deletion_due_at ?? 0).toISOString()
}
