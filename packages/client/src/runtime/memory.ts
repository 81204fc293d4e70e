import type { ClientInfo } from './client-info.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { createNamedLocks } from './named-locks.ts'
import type { KeyValueStorage, Page, Runtime } from './runtime.ts'

export { createMemoryStorage }

export interface MemoryRuntimeOptions {
  fetch?: Runtime['fetch']
  startMs?: number
  locale?: string
  sha256?: Runtime['sha256']
  blake3?: Runtime['blake3']
  info?: ClientInfo
  page?: Page
}

/** A platform for tests: its clock stands still until it is moved. */
export interface MemoryRuntime extends Runtime {
  /** Moves the clock, and fires what falls due, in order. */
  advance(ms: number): void
  /** Resolves once a timer of this length is running: then it can be moved past. */
  timerOf(delayMs: number): Promise<void>
  /** How many timers are running, and how many listen to other tabs. */
  timers(): number
  listeners(): number
  /** Another tab of the same browser: same storage, locks and clock. */
  openTab(options?: Pick<MemoryRuntimeOptions, 'fetch'>): MemoryRuntime
}

/**
 * A runtime in memory with a clock of its own.
 *
 * @example
 * const runtime = createMemoryRuntime({ fetch })
 * const answer = client.user.me()
 * await runtime.timerOf(300)
 * runtime.advance(300)
 */
export function createMemoryRuntime(options: MemoryRuntimeOptions = {}): MemoryRuntime {
  const clock = createManualClock(options.startMs ?? Date.UTC(2026, 0, 1))
  return openTab(
    {
      clock,
      lock: createNamedLocks(clock),
      storage: createMemoryStorage(),
      tabs: new Map(),
    },
    options,
  )
}

interface Shared {
  clock: ManualClock
  storage: KeyValueStorage
  tabs: Map<string, Set<{ tab: object; changed: () => void }>>
  lock: Runtime['lock']
}

function openTab(shared: Shared, options: MemoryRuntimeOptions): MemoryRuntime {
  const { clock, storage, tabs, lock } = shared
  const tab = {}
  return {
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    storage,
    changes: {
      announce(key) {
        for (const other of tabs.get(key) ?? []) if (other.tab !== tab) other.changed()
      },
      listen(key, changed) {
        const listeners = tabs.get(key) ?? new Set()
        const listener = { tab, changed }
        tabs.set(key, listeners.add(listener))
        return () => void listeners.delete(listener)
      },
    },
    lock,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    now: clock.now,
    startTimer: clock.startTimer,
    sha256:
      'sha256' in options
        ? options.sha256
        : async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
    blake3: options.blake3,
    locale: () => options.locale,
    info: () => options.info ?? {},
    page: options.page,
    advance: clock.advance,
    timerOf: clock.timerOf,
    timers: clock.timers,
    listeners: () => [...tabs.values()].reduce((sum, listening) => sum + listening.size, 0),
    openTab: (tabOptions) => openTab(shared, { ...options, ...tabOptions }),
  }
}

type ManualClock = ReturnType<typeof createManualClock>

function createManualClock(startMs: number) {
  let nowMs = startMs
  const timers = new Set<{ delayMs: number; dueMs: number; fire: () => void }>()
  let watchers: { delayMs: number; seen: () => void }[] = []
  return {
    now: () => nowMs,
    startTimer(delayMs: number, fire: () => void): () => void {
      const timer = { delayMs, dueMs: nowMs + delayMs, fire }
      // Nothing to wait for: a pause that only lets others run needs no hand on the clock.
      if (delayMs === 0) queueMicrotask(() => timers.delete(timer) && fire())
      timers.add(timer)
      for (const watcher of watchers) if (watcher.delayMs === delayMs) watcher.seen()
      watchers = watchers.filter((watcher) => watcher.delayMs !== delayMs)
      return () => void timers.delete(timer)
    },
    timers: () => timers.size,
    advance(ms: number): void {
      const untilMs = nowMs + ms
      for (;;) {
        const [next] = [...timers]
          .filter((timer) => timer.dueMs <= untilMs)
          .sort((a, b) => a.dueMs - b.dueMs)
        if (!next) break
        nowMs = Math.max(nowMs, next.dueMs)
        timers.delete(next)
        next.fire()
      }
      nowMs = untilMs
    },
    timerOf(delayMs: number): Promise<void> {
      if ([...timers].some((timer) => timer.delayMs === delayMs)) return Promise.resolve()
      return new Promise((seen) => void watchers.push({ delayMs, seen }))
    },
  }
}
