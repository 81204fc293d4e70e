import { ServiceError } from '@awan/protocol/errors'
import { createSeats } from '../../kernel/seats.ts'
import { type Actor, toActorId } from '../access/actor.ts'

/** More windows and devices than this nobody has open; each holds a connection. */
export const MAX_OPEN_PER_PERSON = 32
/** Whoever has a link can open it as many visitors: all of them together have as much room as this many people. */
const VISITORS_OF_LINK = 32

/** Counts who waits here, so that nobody takes all connections. */
export interface Visitors {
  /** Throws when the person, or all who came by the link, have too many already; what it gives is to be called at the end. */
  enter(actor: Actor): () => void
}

export function createVisitors(max = MAX_OPEN_PER_PERSON): Visitors {
  const seats = createSeats(max)
  return {
    enter(actor) {
      const leave = seats.take(toActorId(actor))
      if (!leave) throw refusal(`one person can have at most ${max} calls waiting for changes`)
      if (actor.kind !== 'visitor') return leave
      const leaveLink = seats.take(`link:${actor.grantId}`, VISITORS_OF_LINK)
      if (leaveLink) {
        return () => {
          leave()
          leaveLink()
        }
      }
      leave()
      throw refusal('too many visitors of this link wait for changes')
    },
  }
}

function refusal(what: string): ServiceError {
  return new ServiceError('resource_exhausted', { description: `${what}: end one first` })
}
