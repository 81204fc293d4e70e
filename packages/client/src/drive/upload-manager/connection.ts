/** What the platform says about the network. */
export interface Connection {
  isOnline(): boolean
  /** Calls back when it comes or goes, until the returned function is called. */
  subscribe(changed: () => void): () => void
}

/** That of a page or a worker; where a platform says nothing, it is taken to be online. */
export function createConnection(): Connection {
  const platform = globalThis as unknown as Platform
  return {
    isOnline: () => platform.navigator?.onLine !== false,
    subscribe(changed) {
      for (const name of EVENTS) platform.addEventListener?.(name, changed)
      return () => {
        for (const name of EVENTS) platform.removeEventListener?.(name, changed)
      }
    },
  }
}

interface Platform {
  navigator?: { onLine?: boolean }
  addEventListener?(name: string, listener: () => void): void
  removeEventListener?(name: string, listener: () => void): void
}

const EVENTS = ['online', 'offline'] as const
