import type { Credentials } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { resolveClient } from '../clients/clients.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { findUser, lockUser, updateUser } from '../users/users.ts'

export interface RestoreParts {
  db: Database
  clock: Clock
  events: EventLog
  notices: Notices
  complete: CompleteSignIn
  restoreTokens: InternalTokens
}

export type Restore = (token: string, caller: Caller) => Promise<Credentials>

export function createRestore(parts: RestoreParts): Restore {
  const { db, clock, events, notices, complete, restoreTokens } = parts

  async function cancel(writer: Writer, sub: string, due: number): Promise<UserRow | undefined> {
    const user = await lockUser(writer, sub)
    if (!isPending(user, due)) return undefined
    return updateUser(writer, sub, {
      status: 'ACTIVE',
      deletion_due_at: null,
      updated_at: clock.now(),
    })
  }

  function isPending(user: UserRow | undefined, due: number): user is UserRow {
    const isRestorable = user?.status === 'DELETING' && user.deletion_is_final === 0
    return isRestorable && user.deletion_due_at === due && due > clock.now()
  }

  return async (token, caller) => {
    const clientId = resolveClient(caller.clientId)
    const claims = await restoreTokens.verify(token)
    if (!claims?.sub || claims.client !== clientId) throw expired()
    const { sub } = claims
    const due = Number(claims.due)
    const user = await db.read((reader) => findUser(reader, sub))
    if (!isPending(user, due)) throw expired()
    return complete(
      {
        // As it will be when `hold` has brought it back.
        user: { ...user, status: 'ACTIVE', deletion_due_at: null },
        clientId,
        method: 'restore',
        hold: (writer) => cancel(writer, sub, due),
        refuse: expired,
        async also(writer) {
          await events.record(writer, { type: 'account.deletion_cancelled', sub, caller })
          await notices.queue(
            writer,
            'deletionCancelled',
            { ...user, deletion_due_at: null },
            caller,
          )
        },
      },
      caller,
    )
  }
}

function expired(): ServiceError {
  return new ServiceError('expired_token', {
    description: 'the restore token is not valid any more; sign in again',
  })
}
