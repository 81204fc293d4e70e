import type { Runtime } from '../runtime/runtime.ts'

/** How far this device's clock is from the server's, in milliseconds; kept for the next page. */
export const CLOCK_OFFSET_KEY = 'clock_offset'

/** What an answer tells about the time: its `Date` header, and when it was asked for and came. */
export interface AnswerTime {
  date: string | null
  sentAtMs: number
  receivedAtMs: number
}

/**
 * The server's time. A device clock that is an hour ahead makes a fresh session look expired, one
 * that is behind an expired one fresh, so that ends of sessions are written and read in this time.
 */
export interface ServerClock {
  now(): number
  learn(answer: AnswerTime): void
}

export function createServerClock(runtime: Pick<Runtime, 'now' | 'storage'>): ServerClock {
  let offsetMs = toOffset(runtime.storage.get(CLOCK_OFFSET_KEY))
  return {
    now: () => runtime.now() + offsetMs,
    learn({ date, sentAtMs, receivedAtMs }) {
      // The header has whole seconds: on average the server is half a second further.
      const serverMs = Date.parse(date ?? '') + 500
      const measuredMs = serverMs - (sentAtMs + receivedAtMs) / 2
      const doubtMs = (receivedAtMs - sentAtMs) / 2 + TOLERANCE_MS
      if (!(Math.abs(measuredMs - offsetMs) > doubtMs)) return
      offsetMs = Math.abs(measuredMs) > doubtMs ? Math.round(measuredMs) : 0
      runtime.storage.set(CLOCK_OFFSET_KEY, String(offsetMs))
    },
  }
}

/** A difference that no session notices; it is not worth a write. */
const TOLERANCE_MS = 2000

function toOffset(stored: string | undefined): number {
  const offsetMs = Number(stored ?? 0)
  return Number.isFinite(offsetMs) ? offsetMs : 0
}
