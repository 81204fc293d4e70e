import type { KeyValueStorage } from '../runtime/runtime.ts'

/** STO-3: where the sub of the current account is kept when there are several. */
export const CURRENT_SUB_KEY = 'current_sub'

/** Where credentials lie: one account under one key, or each of several under a key of its own. */
export interface AccountKeys {
  /** What all of its keys begin with. */
  readonly prefix: string
  keyOf(sub: string): string
  /** The key of the current account, if there is one. */
  currentKey(): string | undefined
  setCurrent(sub: string | undefined): void
  /** Every key that may hold credentials. */
  all(): string[]
}

/** STO-1. */
export function oneAccountKey(clientId: string): AccountKeys {
  const prefix = `credentials_${clientId}`
  return {
    prefix,
    keyOf: () => prefix,
    currentKey: () => prefix,
    setCurrent() {},
    all: () => [prefix],
  }
}

/** STO-2, STO-3. */
export function manyAccountKeys(clientId: string, storage: KeyValueStorage): AccountKeys {
  const prefix = `credentials_${clientId}`
  const keyOf = (sub: string) => `${prefix}@${sub}`
  return {
    prefix,
    keyOf,
    currentKey() {
      const sub = storage.get(CURRENT_SUB_KEY)
      return sub === undefined ? undefined : keyOf(sub)
    },
    setCurrent(sub) {
      if (sub === undefined) storage.remove(CURRENT_SUB_KEY)
      else storage.set(CURRENT_SUB_KEY, sub)
    },
    all: () => storage.keys().filter((key) => key.startsWith(keyOf(''))),
  }
}
