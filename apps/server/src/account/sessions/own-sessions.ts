import type { Session } from '@awan/protocol/account'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import { readUserAgent } from '@awan/protocol/user-agent'
import type { Database, Reader } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { OneByOne } from '../../kernel/one-by-one.ts'
import type { EventLog } from '../events/events.ts'
import { lockUser } from '../users/users.ts'
import type { Sessions } from './sessions.ts'

/** A person's view of where they are signed in. An ended session is refused from its next call on. */
export interface OwnSessions {
  /** The caller's own first, then those that were seen last: as many as are listed, and it. */
  list(user: SignedIn): Promise<Session[]>
  end(sessionId: string, user: SignedIn, caller: Caller): Promise<void>
  endOthers(user: SignedIn, caller: Caller): Promise<number>
}

export function createOwnSessions({
  db,
  clock,
  sessions,
  events,
}: {
  db: Database
  clock: Clock
  sessions: Sessions
  events: EventLog
}): OwnSessions {
  // There are few readers for them, and nobody keeps more than one from the others.
  const longReads = new OneByOne({ maxWaiting: MAX_WAITING_READS, refuse: tooManyReads })

  async function readListed(
    reader: Reader,
    { sub, sessionId }: Pick<SignedIn, 'sub' | 'sessionId'>,
  ): Promise<SessionRow[]> {
    const current = await sessions.find(reader, sessionId)
    const rows = await sessions.listOpen(reader, sub)
    const others = rows.filter(({ id }) => id !== sessionId)
    return current ? [current, ...others] : others
  }

  return {
    async list(user) {
      const { sub, sessionId } = user
      const short = await db.read(async (reader) =>
        (await sessions.hasMany(reader, sub)) ? undefined : readListed(reader, user),
      )
      const rows =
        short ??
        (await longReads.take(sub, () => db.readLong((reader) => readListed(reader, user))))
      const isCurrent = ({ id }: SessionRow) => id === sessionId
      return rows.map((row) => ({
        // This very call comes from the current one.
        ...toSession(isCurrent(row) ? { ...row, last_seen_at: clock.now() } : row),
        expires_at: new Date(sessions.runsOutAt(row)).toISOString(),
        is_current: isCurrent(row),
      }))
    },

    async end(id, { sub, sessionId }, caller) {
      await db.write(async (writer) => {
        const session = await sessions.find(writer, id)
        const isOwn = session?.sub === sub && !sessions.isOver(session)
        // Somebody else's session is answered as one that does not exist.
        if (!isOwn || !(await sessions.end(writer, id))) {
          throw new ServiceError('not_found', { description: 'there is no such session' })
        }
        await events.record(writer, {
          type: 'account.session_ended',
          sub,
          caller,
          data: { session_id: sessionId, ended_session_id: id },
        })
      })
    },

    async endOthers({ sub, sessionId }, caller) {
      return db.write(async (writer) => {
        // A session that another one is just handed on to has the row too: this waits for it, and ends it.
        await lockUser(writer, sub)
        const ended = await sessions.endOthers(writer, { sub, keepId: sessionId })
        if (ended > 0) {
          const data = { session_id: sessionId, sessions_ended: ended }
          await events.record(writer, { type: 'account.sessions_ended', sub, caller, data })
        }
        return ended
      })
    },
  }
}

/** So many calls of one person wait at a time. */
const MAX_WAITING_READS = 5

function tooManyReads(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: 'too many of your requests for this list are waiting: send one at a time',
    details: [{ '@type': ERROR_INFO, domain: 'sessions', metadata: { retry_after: '5' } }],
  })
}

function toSession(row: SessionRow): Omit<Session, 'expires_at' | 'is_current'> {
  return {
    id: row.id,
    client_id: row.client_id,
    ...(row.device_name !== null && { device_name: row.device_name }),
    ...readUserAgent(row.user_agent),
    ...(row.address !== null && { address: row.address }),
    created_at: new Date(row.created_at).toISOString(),
    last_seen_at: new Date(row.last_seen_at).toISOString(),
  }
}
