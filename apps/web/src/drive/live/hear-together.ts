import type { AwanClient } from '@awan/client'
import { type FollowEventsOptions, followEvents, type Told } from './follow-events.ts'
import { listenForAll } from './one-listener.ts'
import type { Presence } from './presence.ts'

/**
 * Hears of changes while somebody may be looking. One page of the browser listens, and tells all that gave the
 * same name. Returns what ends it.
 */
export function hearTogether({
  runtime,
  name,
  presence,
  changes,
  hear,
  onOther,
  alongside,
}: {
  runtime: AwanClient['runtime']
  name: string
  presence: Presence
  changes: FollowEventsOptions['changes']
  /** The drive has changed, or may have. */
  hear: () => void
  /** The stream tells of something else; only on the page that listens. */
  onOther: (told: Exclude<Told, 'seq'>) => void
  /** Runs for as long as it is listened. */
  alongside: (signal: AbortSignal) => Promise<void>
}): () => void {
  const { startTimer } = runtime
  const { wait } = presence
  function onEvent(told: Told) {
    if (told !== 'seq') return onOther(told)
    hear()
    runtime.changes.announce(name)
  }
  let stay: AbortController | undefined
  function follow() {
    if (!presence.isHere()) return stop()
    if (stay) return
    stay = new AbortController()
    const { signal } = stay
    void alongside(signal)
    void listenForAll(
      name,
      (signal) => followEvents({ changes, onEvent, wait, startTimer }, signal),
      signal,
    )
  }
  function stop() {
    stay?.abort()
    stay = undefined
  }
  const unsubscribe = presence.subscribe(follow)
  const unlisten = runtime.changes.listen(name, hear)
  follow()
  return () => {
    stop()
    unlisten()
    unsubscribe()
  }
}
