import { ServiceError } from '@awan/protocol/errors'
import type { Runtime } from './runtime.ts'

/** Resolves after a time; rejects with `cancelled` as soon as the caller's signal aborts. */
export function wait(
  runtime: Pick<Runtime, 'startTimer'>,
  delayMs: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      stopTimer()
      reject(cancelled(signal))
    }
    const stopTimer = runtime.startTimer(delayMs, () => {
      signal?.removeEventListener('abort', cancel)
      resolve()
    })
    if (signal?.aborted) cancel()
    else signal?.addEventListener('abort', cancel, { once: true })
  })
}

/** The work goes on, but whoever waits for it can leave: `cancelled` as soon as the signal aborts. */
export function unlessCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const cancel = () => reject(cancelled(signal))
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  return promise
}

export function throwIfCancelled(signal: AbortSignal | undefined, path?: string): void {
  if (signal?.aborted) throw cancelled(signal, path)
}

export function cancelled(signal: AbortSignal | undefined, path?: string): ServiceError {
  return new ServiceError('cancelled', {
    description: 'cancelled by the caller',
    cause: signal?.reason,
    ...(path === undefined ? {} : { uri: path }),
  })
}
