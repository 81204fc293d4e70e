import { setTimeout as delay } from 'node:timers/promises'
import { NOT_YET_REASON } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { createSeats } from '../../kernel/seats.ts'

/** A picture that is being made is worth so long a wait: clients take a refusal for the last word. */
const MAX_WAIT_MS = 15_000
const FIRST_LOOK_MS = 100
const LAST_LOOK_MS = 1_000
/** More than a client asks for at once. */
const MAX_PER_PERSON = 32

/** Opens a picture as soon as it is made, for as long as `gone` says nothing and the person does not wait for too many. */
export type AwaitPicture = <T>(sub: string, open: () => Promise<T>, gone: AbortSignal) => Promise<T>

export function createAwaitPicture(maxPerPerson = MAX_PER_PERSON): AwaitPicture {
  const seats = createSeats(maxPerPerson)
  return async (sub, open, gone) => {
    let leave: (() => void) | undefined
    try {
      let lookMs = FIRST_LOOK_MS
      for (let waitedMs = 0; ; ) {
        try {
          return await open()
        } catch (error) {
          if (!isNotYet(error) || waitedMs >= MAX_WAIT_MS || gone.aborted) throw error
          leave ??= seats.take(sub)
          if (!leave) throw error
        }
        // Whoever is gone is found out by the next look.
        await delay(lookMs, undefined, { signal: gone }).catch(() => undefined)
        waitedMs += lookMs
        lookMs = Math.min(2 * lookMs, LAST_LOOK_MS)
      }
    } finally {
      leave?.()
    }
  }
}

function isNotYet(error: unknown): boolean {
  if (!isServiceError(error, 'aborted')) return false
  return (error.details as readonly { reason?: unknown }[]).some(
    ({ reason }) => reason === NOT_YET_REASON,
  )
}
