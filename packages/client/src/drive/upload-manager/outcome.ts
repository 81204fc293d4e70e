import type { File } from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { isOutage, isQuota } from './outage.ts'
import { unreadable } from './upload-entry.ts'

/** What became of an attempt to send a file. */
export type Outcome =
  | { kind: 'done'; file: File | undefined; isInstant: boolean }
  | { kind: 'failed'; error: ServiceError }
  /** The name is taken. */
  | { kind: 'conflict'; error: ServiceError }
  /** The bytes arrived damaged: once more may help. */
  | { kind: 'damaged'; error: ServiceError }
  /** The way to the server, or the server: the same later. */
  | { kind: 'outage'; error: ServiceError }
  /** The drive is full, or nobody is signed in: for all of them. */
  | { kind: 'halt'; reason: 'quota' | 'signed-out'; error: ServiceError }
  /** Stopped by us. */
  | { kind: 'stopped' }

export function toOutcome(thrown: unknown): Outcome {
  if (isMissingPart(thrown)) {
    const description = 'a part of the program did not arrive'
    return {
      kind: 'outage',
      error: new ServiceError('unreachable', { description, cause: thrown }),
    }
  }
  const error = thrown instanceof ServiceError ? thrown : unreadable('the source', thrown)
  if (isServiceError(error, 'cancelled')) return { kind: 'stopped' }
  if (isServiceError(error, 'already_exists')) return { kind: 'conflict', error }
  if (isServiceError(error, 'data_loss')) return { kind: 'damaged', error }
  if (isQuota(error)) return { kind: 'halt', reason: 'quota', error }
  if (isServiceError(error, 'unauthenticated', 'invalid_grant', 'login_required')) {
    return { kind: 'halt', reason: 'signed-out', error }
  }
  return isOutage(error) ? { kind: 'outage', error } : { kind: 'failed', error }
}

/**
 * What is imported when it is first needed comes over the same network as everything else. Browsers say that it did not
 * come in words of their own: "Failed to fetch dynamically imported module", "Importing a module script failed."
 */
function isMissingPart(thrown: unknown): boolean {
  return thrown instanceof TypeError && /import(ed|ing) /i.test(thrown.message)
}
