import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { UserRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'

const TTL_MS = 10 * 60 * 1000

/** The error for a person who has passed every sign-in step, about an account that will be deleted. */
export type ExplainDeletion = (user: UserRow, clientId: string) => Promise<ServiceError>

/**
 * ACC-28: the account is in its cancellation audit and cannot be used; the restore token in the
 * details brings it back. The token names the very deletion that it undoes, so it works once.
 */
export function createExplainDeletion({
  clock,
  restoreTokens,
}: {
  clock: Clock
  restoreTokens: InternalTokens
}): ExplainDeletion {
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
