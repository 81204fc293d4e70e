import { isAnonymousSub } from '@awan/protocol'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Writer } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { EventLog } from '../events/events.ts'
import type { AccountFiles } from '../users/account-files.ts'
import { deleteUser, lockUser } from '../users/users.ts'

/** An anonymous person signs up or in: what they have goes along, their old self is gone. */
export interface AnonymousUpgrade {
  /** Whose access token this is. Throws `expired_token` for one that is not good any more. */
  identify(anonymousToken: string | undefined): Promise<string | undefined>
  /** Joins the transaction that makes the new person. The old sessions end with the old row. */
  moveIn(writer: Writer, move: Move, caller: Caller): Promise<void>
  /** The same for somebody who is there already. */
  merge(writer: Writer, move: Move & { folderName: string }, caller: Caller): Promise<void>
}

export interface Move {
  from: string
  to: string
}

export function createAnonymousUpgrade({
  authenticate,
  events,
  accountFiles,
}: {
  authenticate(accessToken: string): Promise<SignedIn>
  events: EventLog
  accountFiles: readonly AccountFiles[]
}): AnonymousUpgrade {
  return {
    async identify(anonymousToken) {
      if (anonymousToken === undefined) return undefined
      const sub = await subOf(anonymousToken)
      if (isAnonymousSub(sub)) return sub
      throw new ServiceError('invalid_argument', {
        description: 'anonymous_token belongs to a registered account',
      })
    },

    async moveIn(writer, move, caller) {
      // Somebody new has nothing that a folder would keep apart from it.
      await moveAll(writer, { ...move, folderName: '' })
      await events.record(writer, { type: 'account.anonymous_upgraded', sub: move.to, caller })
    },

    async merge(writer, move, caller) {
      await moveAll(writer, move)
      await events.record(writer, { type: 'account.anonymous_merged', sub: move.to, caller })
    },
  }

  async function moveAll(writer: Writer, move: Move & { folderName: string }): Promise<void> {
    if (!(await lockUser(writer, move.from))) throw expired()
    for (const { handOver } of accountFiles) await handOver(writer, move)
    await events.handOver(writer, move.from, move.to)
    await deleteUser(writer, move.from)
  }

  async function subOf(accessToken: string): Promise<string> {
    try {
      const { sub, scope } = await authenticate(accessToken)
      // An app that a guest has allowed something else cannot take over what is theirs.
      if (!scope.includes('user')) throw expired()
      return sub
    } catch (error) {
      // Not `unauthenticated`: that would make the caller forget credentials of its own.
      if (isServiceError(error, 'unauthenticated')) throw expired()
      throw error
    }
  }
}

function expired(): ServiceError {
  return new ServiceError('expired_token', {
    description: 'anonymous_token is expired or was used before',
  })
}
