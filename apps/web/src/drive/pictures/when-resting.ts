/** Who scrolls past something does not ask for it. */
const RESTING_MS = 100

const waiting = new Set<() => void>()
let lastAskedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Acts once nothing new has come into view for a moment. One timer serves all: a row that had its own
 * would spend more on it than on being drawn.
 */
export function whenResting(act: () => void): () => void {
  waiting.add(act)
  lastAskedAt = performance.now()
  if (timer === undefined) timer = setTimeout(look, RESTING_MS)
  return () => {
    waiting.delete(act)
  }
}

function look(): void {
  const leftMs = lastAskedAt + RESTING_MS - performance.now()
  timer = leftMs > 0 ? setTimeout(look, leftMs) : undefined
  if (leftMs > 0) return
  const acts = [...waiting]
  waiting.clear()
  for (const act of acts) act()
}
