import type { PeopleDirectory } from '../../account/index.ts'
import type { Drives } from '../access/drives.ts'
import type { Signals } from '../changes/signals.ts'
import { createFollow } from './follow-changes.ts'
import { createSeqEvents, type SeqEvents } from './seq-events.ts'
import { createVisitors } from './visitors.ts'

export interface FollowingOptions {
  drives: Drives
  people: PeopleDirectory
  signals: Signals
  maxOpenPerPerson?: number | undefined
  heartbeatMs?: number | undefined
  maxWaitMs?: number | undefined
}

/** Everything that keeps a client up to date, and the end of it when the server stops. */
export interface Following {
  follow: ReturnType<typeof createFollow>
  events: SeqEvents
  /** Answers all who wait. */
  stop(): void
}

export function createFollowing(options: FollowingOptions): Following {
  const stopping = new AbortController()
  const parts = {
    ...options,
    visitors: createVisitors(options.maxOpenPerPerson),
    stopped: stopping.signal,
  }
  return {
    follow: createFollow(parts),
    events: createSeqEvents(parts),
    stop: () => stopping.abort(),
  }
}
