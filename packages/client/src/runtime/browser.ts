import { describeBrowser } from './describe-browser.ts'
import { openPage } from './page.ts'
import type { ChangeChannel, KeyValueStorage, Runtime } from './runtime.ts'
import { createStorageChain } from './storage-chain.ts'

export interface BrowserRuntimeOptions {
  /** Where the session is stored; in local storage by default, and in memory if that is blocked. */
  storage?: KeyValueStorage
  /** Told, once, when the session cannot be stored. */
  warn?: (message: string) => void
}

/**
 * The platform of a page, a worker or a webview.
 *
 * @example const client = createAwanClient({ clientId: 'awan-web', runtime: createBrowserRuntime() })
 */
export function createBrowserRuntime(options: BrowserRuntimeOptions = {}): Runtime {
  // biome-ignore lint/suspicious/noConsole: the page's console is where a browser warns its developer
  const warn = options.warn ?? ((message: string) => console.warn(message))
  const { crypto } = globalThis
  // Absent at run time on pages without TLS, whatever the types say.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  return {
    fetch: (url, init) => fetch(url, init),
    storage: options.storage ?? createStorageChain(() => globalThis.localStorage, warn),
    changes: browserChanges(),
    lock: lockInBrowser,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    now: () => Date.now(),
    startTimer,
    sha256: subtle && (async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes))),
    locale: () => globalThis.navigator?.language,
    info: describeBrowser,
    page: openPage(),
  }
}

/** BroadcastChannel where there is one; the storage event reaches the tabs where there is none. */
function browserChanges(): ChangeChannel {
  const open = (key: string) =>
    typeof BroadcastChannel === 'function' ? new BroadcastChannel(`awan_${key}`) : undefined
  return {
    announce(key) {
      const channel = open(key)
      channel?.postMessage('changed')
      channel?.close()
    },
    listen(key, changed) {
      const channel = open(key)
      if (channel) channel.onmessage = () => changed()
      const onStorage = (event: Event) => {
        const changedKey = (event as StorageEvent).key
        // A key of null says that everything was cleared.
        if (changedKey === null || changedKey.startsWith(key)) changed()
      }
      globalThis.addEventListener?.('storage', onStorage)
      return () => {
        channel?.close()
        globalThis.removeEventListener?.('storage', onStorage)
      }
    },
  }
}

function startTimer(delayMs: number, fire: () => void): () => void {
  const timer = setTimeout(fire, delayMs)
  return () => clearTimeout(timer)
}

let pageLocks: Promise<Runtime['lock']> | undefined

/**
 * Browsers have no Web Locks on pages without TLS. Locks in memory reach all clients of the page; between
 * tabs, the server gives racing refreshes the same answer. Loaded when first needed.
 */
async function lockInPage<T>(
  name: string,
  task: () => Promise<T>,
  options: { waitMs: number },
): Promise<T> {
  pageLocks ??= import('./named-locks.ts').then(({ createNamedLocks }) =>
    createNamedLocks({ now: () => Date.now(), startTimer }),
  )
  const lock = await pageLocks.catch(() => undefined)
  if (lock) return lock(name, task, options)
  // Without the network nothing could be loaded: next time perhaps.
  pageLocks = undefined
  return task()
}

async function lockInBrowser<T>(
  name: string,
  task: (mayLag?: boolean) => Promise<T>,
  { waitMs }: { waitMs: number },
): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return lockInPage(name, task, { waitMs })
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), waitMs)
  let started = false
  const start = (mayLag: boolean) => {
    started = true
    clearTimeout(timer)
    return task(mayLag)
  }
  try {
    const free = await locks.request(
      name,
      { ifAvailable: true },
      async (lock) => lock && { value: await start(false) },
    )
    if (free) return free.value
    return await locks.request(name, { signal: waiting.signal }, () => start(true))
  } catch (error) {
    // The task's own errors are the caller's; the lock's (a limit reached, an opaque origin) are not.
    if (started) throw error
    return task()
  } finally {
    clearTimeout(timer)
  }
}
