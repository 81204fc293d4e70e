import { isServiceError, type ServiceError } from '@awan/protocol/errors'
import { DEFAULT_RETRY, MAX_RETRY, MIN_RETRY, RETRY_WAIT_MS } from '../constants.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { wait } from '../runtime/wait.ts'
import { wrongParam } from '../wrong-param.ts'

export function checkRetry(retry: number | undefined, fallback: number = DEFAULT_RETRY): number {
  if (retry === undefined) return fallback
  if (typeof retry === 'number' && retry >= MIN_RETRY && retry <= MAX_RETRY) return retry
  throw wrongParam('retry')
}

/** REQ-19: the server or the network has failed, not the call. */
export function isServerFailure(error: unknown): error is ServiceError {
  return isServiceError(error, 'internal', 'unreachable')
}

/**
 * Whether a call may do better when it is repeated. An error that names another place comes from a
 * call inside, which had its own retries.
 */
export function isWorthRepeating(error: unknown, path: string): boolean {
  return isServerFailure(error) && error.uri === path
}

export async function withRetry<T>(
  runtime: Pick<Runtime, 'startTimer'>,
  options: { retry: number; path: string; signal: AbortSignal | undefined },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isWorthRepeating(error, options.path) || repeated >= options.retry) throw error
      await wait(runtime, RETRY_WAIT_MS, options.signal)
    }
  }
}
