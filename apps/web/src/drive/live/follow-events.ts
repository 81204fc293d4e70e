import type { DriveEvents } from '@awan/client/drive'

/** What the stream tells of. */
export type Told = keyof DriveEvents

export interface FollowEventsOptions {
  changes: {
    allEvents(options: { signal: AbortSignal }): AsyncIterable<{ name: Told }>
    /** With a cursor it answers when something has happened since, or after `wait` seconds. */
    list(
      query: { cursor?: string; wait?: number },
      options: { signal: AbortSignal },
    ): Promise<{ cursor: string }>
  }
  /** Something may have happened; also said after each connection, for what was missed without one. */
  onEvent: (told: Told) => void
  /** Ends early when the signal does, and when there is a reason to try again at once. */
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>
  /** Calls back once, and returns what cancels it. */
  startTimer: (delayMs: number, fire: () => void) => () => void
}

/** The first event tells the present, so that a stream that stays silent is held back on its way. */
const FIRST_EVENT_MS = 10_000
const POLL_SECONDS = 50
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/**
 * Hears of changes until the signal ends, however often the connection breaks: by server-sent events,
 * and where something between here and the server keeps these back, by questions that wait.
 */
export async function followEvents(
  { changes, onEvent, wait, startTimer }: FollowEventsOptions,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      if ((await listen()) === 'silent') await poll()
    } catch {
      // Whatever it was, the answer is to try again: a session that has ended ends the signal too.
    }
    if (signal.aborted) return
    await wait(Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS), signal)
    failures += 1
  }

  function heard(told: Told): void {
    failures = 0
    onEvent(told)
  }

  async function listen(): Promise<'ended' | 'silent'> {
    const stream = new AbortController()
    const stop = () => stream.abort()
    signal.addEventListener('abort', stop)
    let isSilent = false
    const stopTimer = startTimer(FIRST_EVENT_MS, () => {
      isSilent = true
      stop()
    })
    try {
      for await (const { name } of changes.allEvents({ signal: stream.signal })) {
        stopTimer()
        heard(name)
      }
      return 'ended'
    } catch (error) {
      if (isSilent) return 'silent'
      throw error
    } finally {
      stopTimer()
      signal.removeEventListener('abort', stop)
    }
  }

  async function poll(): Promise<void> {
    let cursor: string | undefined
    while (!signal.aborted) {
      const read = await changes.list(cursor === undefined ? {} : { cursor, wait: POLL_SECONDS }, {
        signal,
      })
      if (read.cursor !== cursor) heard('seq')
      // The answer tells nothing of them: each time there may be something new.
      heard('shares')
      heard('inbox')
      cursor = read.cursor
    }
  }
}
