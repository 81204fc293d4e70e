/**
 * The configured API origins. A retry goes to the next one, and so do the calls after it: one that
 * does not answer is not asked first every time.
 */
export function createOrigins(origins: readonly string[]): Origins {
  let current = 0
  return {
    current: () => origins[current] ?? '',
    leave(origin) {
      // Of several calls that fail together only the first one moves on.
      if (origins[current] === origin) current = (current + 1) % origins.length
    },
  }
}

export interface Origins {
  current(): string
  leave(origin: string): void
}
