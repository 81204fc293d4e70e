import { createMemoryStorage } from './memory-storage.ts'
import type { KeyValueStorage } from './runtime.ts'

/** The part of the web's Storage that we use; its getter and each call may throw. */
export interface WebStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  key(index: number): string | null
  readonly length: number
}

/**
 * Local storage, else memory. A value that local storage refuses (it is blocked, or full) is kept in
 * memory for the life of the page, and one warning says so.
 */
export function createStorageChain(
  openLocal: () => WebStorage | undefined,
  warn: (message: string) => void,
): KeyValueStorage {
  const memory = createMemoryStorage()
  let warned = false

  function onLocal<T>(use: (storage: WebStorage) => T): { value: T } | undefined {
    try {
      const local = openLocal()
      if (local) return { value: use(local) }
      warnOnce('there is none')
    } catch (error) {
      warnOnce(String(error))
    }
    return undefined
  }

  function warnOnce(reason: string): void {
    if (warned) return
    warned = true
    warn(`local storage cannot be used (${reason}): the session ends with this page`)
  }

  return {
    get: (key) => memory.get(key) ?? onLocal((local) => local.getItem(key))?.value ?? undefined,
    set(key, value) {
      if (onLocal((local) => local.setItem(key, value))) return memory.remove(key)
      // To the other tabs nothing is better than what was: a spent token looks like a stolen one.
      onLocal((local) => local.removeItem(key))
      memory.set(key, value)
    },
    remove(key) {
      memory.remove(key)
      onLocal((local) => local.removeItem(key))
    },
    keys() {
      const stored = onLocal((local) =>
        Array.from({ length: local.length }, (_key, index) => local.key(index)),
      )
      const all = new Set(memory.keys())
      for (const key of stored?.value ?? []) if (key !== null) all.add(key)
      return [...all]
    },
  }
}
