/** What the platform says about the network. */
export interface Connection {
  isOnline(): boolean
  /** Calls back when it comes or goes, until the returned function is called. */
  subscribe(changed: () => void): () => void
}

/** That of a page or a worker; where a platform says nothing, it is taken to be online. */
export function createConnection(): Connection {
  const { navigator, addEventListener, removeEventListener } = globalThis as Partial<
    Pick<typeof globalThis, 'navigator' | 'addEventListener' | 'removeEventListener'>
  >
  return {
    isOnline: () => navigator?.onLine !== false,
    subscribe(changed) {
      for (const name of EVENTS) addEventListener?.(name, changed)
      return () => {
        for (const name of EVENTS) removeEventListener?.(name, changed)
      }
    },
  }
}

const EVENTS = ['online', 'offline'] as const
