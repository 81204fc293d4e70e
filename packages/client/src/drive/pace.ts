/** Small at first: on a slow line the first answers, and with them the progress, come soon. */
export const START_REQUEST_BYTES = 4 * 1024 * 1024
const START_LANES = 2
/** Half of what the server takes: as fast as the whole, in half the memory. */
export const LARGEST_REQUEST_BYTES = 32 * 1024 * 1024
export const TARGET_REQUEST_MS = 5000
/** Measured on one disk: a fifth faster than three, and more bring nothing. */
export const MAX_LANES = 4

/**
 * How much one request carries and how many run side by side. Requests grow or shrink towards five
 * seconds each: long enough that the round trip does not matter, short enough that little is lost
 * with one. After a failure there is one small request at a time until the way is clear again.
 */
export interface Pace {
  requestBytes(): number
  lanes(): number
  succeeded(bytes: number, tookMs: number): void
  failed(): void
}

/** @param unitBytes what a request carries at least */
export function createPace(unitBytes: number): Pace {
  let wanted = START_REQUEST_BYTES
  let lanes = START_LANES
  return {
    requestBytes: () => Math.max(unitBytes, wanted),
    lanes: () => lanes,
    succeeded(bytes, tookMs) {
      const ideal = (bytes * TARGET_REQUEST_MS) / Math.max(tookMs, 1)
      // A quick answer to a small rest says little: growth goes by doubling.
      wanted = Math.max(unitBytes, Math.min(ideal, wanted * 2, LARGEST_REQUEST_BYTES))
      if (tookMs <= TARGET_REQUEST_MS) lanes = Math.min(lanes + 1, MAX_LANES)
    },
    failed() {
      wanted = Math.max(unitBytes, wanted / 2)
      lanes = 1
    },
  }
}
