import { ServiceError } from '@awan/protocol/errors'
import type { UserRow } from '../../db/tables.ts'

/**
 * ACC-23 to ACC-29: what keeps an account from being used, told only to somebody who has proven that
 * it is theirs.
 */
export function requireUsable({ status, password_reset_required }: UserRow): void {
  switch (status) {
    case 'PENDING':
      throw new ServiceError('user_pending')
    case 'BLOCKED':
      throw new ServiceError('user_blocked')
    case 'FROZEN':
      throw new ServiceError('cannot_unlock')
    case 'UNDER_REVIEW':
      throw new ServiceError('under_review')
    case 'DELETING':
      throw new ServiceError('account_freeze')
    case 'ACTIVE':
      if (password_reset_required === 1) throw new ServiceError('password_reset_required')
  }
}
