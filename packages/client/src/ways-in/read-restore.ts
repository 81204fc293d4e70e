import { isServiceError } from '@awan/protocol/errors'
import { isFilledText } from '../fields.ts'

/** An account that waits for its deletion. */
export interface RestoreStep {
  /** To be given to `waysIn.restore` as `restore_token`. */
  token: string
}

/**
 * Whether an account that is to be deleted can still be restored; nothing for any other error. The
 * server says so only to somebody who has proven to be the owner.
 *
 * @example
 * const step = readRestore(error)
 * if (step && confirm('Keep the account?')) await waysIn.restore({ restore_token: step.token })
 */
export function readRestore(error: unknown): RestoreStep | undefined {
  if (!isServiceError(error, 'account_freeze')) return undefined
  for (const { metadata } of error.details) {
    const token = (metadata as Record<string, unknown> | undefined)?.restore_token
    if (isFilledText(token)) return { token }
  }
  return undefined
}
