import { ServiceError } from '@awan/protocol/errors'
import { createSeats } from '../../kernel/seats.ts'

/** More windows and devices than this nobody has open; each holds a connection. */
export const MAX_OPEN_PER_PERSON = 32

/** Counts who waits here, so that nobody takes all connections. */
export interface Visitors {
  /** Throws when the person has too many already; what it gives is to be called at the end. */
  enter(actorId: string): () => void
}

export function createVisitors(max = MAX_OPEN_PER_PERSON): Visitors {
  const seats = createSeats(max)
  return {
    enter(actorId) {
      const leave = seats.take(actorId)
      if (leave) return leave
      throw new ServiceError('resource_exhausted', {
        description: `one person can have at most ${max} calls waiting for changes: end one first`,
      })
    },
  }
}
