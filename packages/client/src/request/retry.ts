import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { DEFAULT_RETRY, MAX_RETRY, MIN_RETRY, RETRY_WAIT_MS } from '../constants.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { wait } from '../runtime/wait.ts'

export function checkRetry(retry: number | undefined): number {
  if (retry === undefined) return DEFAULT_RETRY
  if (typeof retry === 'number' && retry >= MIN_RETRY && retry <= MAX_RETRY) return retry
  throw new ServiceError('local', { description: 'wrong options param: retry' })
}

/**
 * Repeats an attempt that failed with `internal` or `unreachable` at this very path; an error that
 * names another place comes from a call inside, which had its own retries.
 */
export async function withRetry<T>(
  runtime: Pick<Runtime, 'startTimer'>,
  options: { retry: number; path: string; signal: AbortSignal | undefined },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await attempt()
    } catch (error) {
      const isWorthRepeating =
        isServiceError(error, 'internal', 'unreachable') && error.uri === options.path
      if (!isWorthRepeating || repeated >= options.retry) throw error
      await wait(runtime, RETRY_WAIT_MS, options.signal)
    }
  }
}
