import type { Shares } from '@awan/client/drive'
import { useEffect, useEffectEvent } from 'react'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import type { FollowEventsOptions } from '../live/follow-events.ts'
import { hearTogether } from '../live/hear-together.ts'
import { createPresence } from '../live/presence.ts'

/** Calls back when what is shared with the person has changed, also once at the beginning. */
export function useLiveShares(onChange: () => void): void {
  const { runtime } = useClient()
  const sub = useSub()
  const { shares } = useDrive()
  const hear = useEffectEvent(onChange)
  useEffect(() => {
    const presence = createPresence(runtime.startTimer)
    const stop = hearTogether({
      runtime,
      name: `shares_live_${sub}`,
      presence,
      changes: toFollow(shares, presence.wait),
      hear: () => hear(),
    })
    return () => {
      stop()
      presence.dispose()
    }
  }, [runtime, sub, shares])
}

/** Where events are held back on their way, it is looked again so often. */
const LOOK_EVERY_MS = 30_000

/** Shares have no cursor to ask behind: without events each look may find something new. */
function toFollow(
  { events }: Pick<Shares, 'events'>,
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>,
): FollowEventsOptions['changes'] {
  let looks = 0
  return {
    events,
    async list({ cursor }, { signal }) {
      if (cursor !== undefined) await wait(LOOK_EVERY_MS, signal)
      looks += 1
      return { cursor: String(looks) }
    },
  }
}
