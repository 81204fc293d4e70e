import type { Credentials } from '@awan/protocol/account'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
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

const TTL_MS = 10 * 60 * 1000

/** What a person who has given every proof is told about an account that will be deleted. */
export type Frozen = (user: UserRow, clientId: string) => Promise<ServiceError>

/**
 * ACC-28: the account is in its cancellation audit and cannot be used; the restore token in the
 * details brings it back. The token names the very deletion that it undoes, so it works once.
 */
export function createFrozen({
  clock,
  restoreTokens,
}: {
  clock: Clock
  restoreTokens: InternalTokens
}): Frozen {
  return async ({ sub, deletion_due_at: due, deletion_is_final }, clientId) => {
    if (due === null || due <= clock.now() || deletion_is_final === 1) {
      return new ServiceError('account_freeze')
    }
    const restore_token = await restoreTokens.sign({ sub, due, client: clientId }, TTL_MS)
    return new ServiceError('account_freeze', {
      description:
        'the account is being deleted; it can be restored with the restore_token in the details',
      details: [
        {
          '@type': ERROR_INFO,
          reason: 'deletion_pending',
          domain: 'deletion',
          metadata: {
            restore_token,
            expires_in: String(TTL_MS / 1000),
            deletion_at: new Date(due).toISOString(),
          },
        },
      ],
    })
  }
}

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
