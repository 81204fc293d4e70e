import { ServiceError } from '@awan/protocol/errors'

/**
 * Lets a few run at a time and the rest wait in order. Password hashing shares its threads with the
 * file system, so that a flood of sign-ins must not stop every upload.
 */
export function createGate({ width, maxWaiting }: { width: number; maxWaiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running < width) running++
    else {
      if (waiting.length >= maxWaiting) {
        throw new ServiceError('unavailable', {
          description: 'too many sign-ins at this moment; try again in a few seconds',
        })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed over, so that nobody who comes in between takes it.
      if (next) next()
      else running--
    }
  }
}
