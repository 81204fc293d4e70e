import { ServiceError } from '@awan/protocol/errors'

/** More windows and devices than this nobody has open; each holds a connection. */
export const MAX_OPEN_PER_PERSON = 32

/** Counts who waits here, so that nobody takes all connections. */
export interface Visitors {
  /** Throws when the person has too many already; what it gives is to be called at the end. */
  enter(actorId: string): () => void
}

export function createVisitors(max = MAX_OPEN_PER_PERSON): Visitors {
  const open = new Map<string, number>()
  return {
    enter(actorId) {
      const count = open.get(actorId) ?? 0
      if (count >= max) {
        throw new ServiceError('resource_exhausted', {
          description: `one person can have at most ${max} calls waiting for changes: end one first`,
        })
      }
      open.set(actorId, count + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        const left = (open.get(actorId) ?? 1) - 1
        if (left > 0) open.set(actorId, left)
        else open.delete(actorId)
      }
    },
  }
}
