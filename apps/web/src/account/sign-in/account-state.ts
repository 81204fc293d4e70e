import { readRestore } from '@awan/client/ways-in'
import { type ErrorDetail, type ErrorName, isServiceError } from '@awan/protocol/errors'

/** ACC-23 to ACC-29: what keeps a person out whose proof was right. */
export type AccountState =
  | { name: PlainState }
  /**
   * Locked: too many passwords were tried; codes and passkeys still open the door. Waiting: the password
   * was reset by the contact that is the only second step.
   */
  | { name: 'locked' | 'waiting'; untilMs: number | undefined }
  | { name: 'deleting'; restoreToken: string | undefined; dueAt: string | undefined }

type PlainState = 'pending' | 'blocked' | 'frozen' | 'review' | 'reset'

/** The state that an error tells of; nothing for any other error. */
export function readAccountState(error: unknown, nowMs: number): AccountState | undefined {
  if (!isServiceError(error)) return undefined
  if (error.error === 'invalid_status') {
    const seconds = Number(metadataOf(error.details).retry_after)
    const isReset = error.details.some(({ reason }) => reason === 'password_just_reset')
    const name = isReset ? 'waiting' : 'locked'
    return { name, untilMs: seconds > 0 ? nowMs + seconds * 1000 : undefined }
  }
  if (error.error === 'account_freeze') {
    const { deletion_at: dueAt } = metadataOf(error.details)
    return {
      name: 'deleting',
      restoreToken: readRestore(error)?.token,
      dueAt: typeof dueAt === 'string' && !Number.isNaN(Date.parse(dueAt)) ? dueAt : undefined,
    }
  }
  const name = plainStates[error.error]
  return name && { name }
}

const plainStates: Partial<Record<ErrorName, PlainState>> = {
  user_pending: 'pending',
  user_blocked: 'blocked',
  cannot_unlock: 'frozen',
  under_review: 'review',
  password_reset_required: 'reset',
}

/** What the details of an error carry beside their texts. */
function metadataOf(details: readonly ErrorDetail[]): Record<string, unknown> {
  return Object.assign({}, ...details.map(({ metadata }) => metadata ?? {}))
}
