import { isServiceError, type ServiceError } from '@awan/protocol/errors'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Connection } from './connection.ts'

export const FIRST_BACK_OFF_MS = 1000
export const MAX_BACK_OFF_MS = 30_000

/** Why nothing is sent for the moment; it continues automatically. */
export type OutageState =
  | { readonly kind: 'offline' }
  | { readonly kind: 'back-off'; readonly untilMs: number; readonly error: ServiceError }

/**
 * The way to the server, as all uploads see it together: one outage is waited out once, however many
 * requests it has failed.
 */
export interface Outage {
  state(): OutageState | undefined
  /** Whether the last attempt failed: then one request at a time tries the way. */
  isTrying(): boolean
  /** @returns whether the way was good before: then the failure may be the request's own */
  failed(error: ServiceError): boolean
  succeeded(): void
  dispose(): void
}

export interface OutageOptions {
  runtime: Pick<Runtime, 'now' | 'startTimer' | 'randomBytes'>
  connection: Connection
  /** Told when the way is closed because the device is offline, and when it may be tried again. */
  onChange: (state: OutageState | undefined) => void
}

export function createOutage({ runtime, connection, onChange }: OutageOptions): Outage {
  let failures = 0
  let state: OutageState | undefined = connection.isOnline() ? undefined : { kind: 'offline' }
  let stopTimer = () => {}

  function set(next: OutageState | undefined): void {
    stopTimer()
    stopTimer = () => {}
    state = next
    onChange(next)
  }

  const unsubscribe = connection.subscribe(() => {
    if (!connection.isOnline()) {
      if (state?.kind !== 'offline') set({ kind: 'offline' })
    } else if (state) set(undefined)
  })

  return {
    state: () => state,
    isTrying: () => failures > 0,
    failed(error) {
      const wasGood = failures === 0
      // Requests that fail together are one failure.
      if (state) return false
      failures += 1
      if (!connection.isOnline()) {
        set({ kind: 'offline' })
        return false
      }
      const delayMs = error.retryAfterMs ?? backOffMs(runtime, failures)
      set({ kind: 'back-off', untilMs: runtime.now() + delayMs, error })
      stopTimer = runtime.startTimer(delayMs, () => set(undefined))
      return wasGood
    },
    succeeded() {
      failures = 0
    },
    dispose() {
      stopTimer()
      unsubscribe()
    },
  }
}

/** Whether the same request can be expected to succeed later, without anybody's doing. */
export function isOutage(error: unknown): error is ServiceError {
  return (
    isServiceError(
      error,
      'unreachable',
      'unavailable',
      'temporarily_unavailable',
      'deadline_exceeded',
      'internal',
      'server_error',
    ) ||
    (isServiceError(error, 'resource_exhausted') && !isQuota(error))
  )
}

/** The drive is full, and not merely the server busy. */
export function isQuota(error: ServiceError): boolean {
  return (
    error.error === 'resource_exhausted' &&
    error.details.some((detail) => 'reason' in detail && detail.reason === 'QUOTA_EXCEEDED')
  )
}

/** 1, 2, 4 s and more; of that, between a half and all, so that many clients do not return together. */
function backOffMs(runtime: Pick<Runtime, 'randomBytes'>, failures: number): number {
  const [chance = 0] = runtime.randomBytes(1)
  const wholeMs = Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS)
  return Math.round(wholeMs * (0.5 + chance / 510))
}
