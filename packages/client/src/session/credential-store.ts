import { isAnonymousSub } from '@awan/protocol'
import type { Log } from '../log/log.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { CURRENT_SUB_KEY, manyAccountKeys, oneAccountKey } from './account-keys.ts'
import { parseStored, type StoredCredentials } from './credentials.ts'

export type SessionState =
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly sub: string; readonly isAnonymous: boolean }

/** An account that this device can act for. */
export interface KeptAccount {
  readonly sub: string
  readonly isAnonymous: boolean
  readonly isCurrent: boolean
}

/** Who is signed in here, for every tab that shares this storage. */
export interface CredentialStore {
  /** Of the current account, or of the one that is named. */
  read(sub?: string): StoredCredentials | undefined
  /** Keeps what a sign-in gave: its person is the current one from now on. */
  begin(credentials: StoredCredentials): void
  /** Keeps what a refresh gave, whoever is the current one. */
  renew(credentials: StoredCredentials): void
  /** Forgets an account; nobody is the current one if it was. */
  clear(sub: string): void
  switchTo(sub: string): boolean
  /** The same object until somebody else is signed in. */
  state(): SessionState
  /** The same list until an account comes or goes. */
  accounts(): readonly KeptAccount[]
  subscribe(listener: () => void): () => void
  dispose(): void
}

export interface CredentialStoreOptions {
  runtime: Pick<Runtime, 'storage' | 'changes'>
  clientId: string
  keepAccounts: boolean
  log: Log
}

export function createCredentialStore(options: CredentialStoreOptions): CredentialStore {
  const { runtime, clientId, keepAccounts, log } = options
  const { storage, changes } = runtime
  const keys = keepAccounts ? manyAccountKeys(clientId, storage) : oneAccountKey(clientId)
  const listeners = new Set<() => void>()
  if (keepAccounts) adoptOneAccount()
  let state = toState(readKey(keys.currentKey()))
  let accounts = listAccounts()

  function readKey(key: string | undefined): StoredCredentials | undefined {
    return key === undefined ? undefined : parseStored(storage.get(key))
  }

  /** Storage is read at every use: another tab may have written it without a word reaching us. */
  function readCurrent(): StoredCredentials | undefined {
    const stored = readKey(keys.currentKey())
    const sub = state.status === 'signed-in' ? state.sub : undefined
    if (sub !== stored?.sub) lookAround()
    return stored
  }

  function read(sub?: string): StoredCredentials | undefined {
    const current = readCurrent()
    if (sub === undefined || current?.sub === sub) return current
    const stored = readKey(keys.keyOf(sub))
    return stored?.sub === sub ? stored : undefined
  }

  function listAccounts(): readonly KeptAccount[] {
    const current = readKey(keys.currentKey())?.sub
    return keys
      .all()
      .flatMap((key) => readKey(key)?.sub ?? [])
      .sort()
      .map((sub) => ({ sub, isAnonymous: isAnonymousSub(sub), isCurrent: sub === current }))
  }

  /** Takes over what storage holds now, and tells when that is something else. */
  function lookAround(): void {
    const before = JSON.stringify([state, accounts])
    const nextState = toState(readKey(keys.currentKey()))
    const nextAccounts = listAccounts()
    if (JSON.stringify([nextState, nextAccounts]) === before) return
    if (JSON.stringify(nextState) !== JSON.stringify(state)) state = nextState
    accounts = nextAccounts
    for (const listener of [...listeners]) {
      try {
        listener()
      } catch (error) {
        log.error('a listener of the session threw', { error })
      }
    }
  }

  function changed(): void {
    lookAround()
    changes.announce(keys.prefix)
  }

  function write(credentials: StoredCredentials): void {
    storage.set(keys.keyOf(credentials.sub), JSON.stringify(credentials))
  }

  /** Credentials from a time when this app kept one account move to where several are kept. */
  function adoptOneAccount(): void {
    const { prefix } = oneAccountKey(clientId)
    const alone = readKey(prefix)
    if (!alone) return
    if (!readKey(keys.keyOf(alone.sub))) write(alone)
    if (!readKey(keys.currentKey())) keys.setCurrent(alone.sub)
    storage.remove(prefix)
  }

  const stopListening = [
    changes.listen(keys.prefix, lookAround),
    ...(keepAccounts ? [changes.listen(CURRENT_SUB_KEY, lookAround)] : []),
  ]
  return {
    read,
    begin(credentials) {
      // In this order: a page that dies in between has an account that is not current, never the reverse.
      write(credentials)
      keys.setCurrent(credentials.sub)
      changed()
    },
    renew(credentials) {
      write(credentials)
      changed()
    },
    clear(sub) {
      if (read(sub)?.sub !== sub) return
      const isCurrent = readKey(keys.currentKey())?.sub === sub
      storage.remove(keys.keyOf(sub))
      if (isCurrent) keys.setCurrent(undefined)
      changed()
    },
    switchTo(sub) {
      if (read(sub)?.sub !== sub) return false
      keys.setCurrent(sub)
      changed()
      return true
    },
    state: () => state,
    accounts: () => accounts,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose() {
      for (const stop of stopListening) stop()
      listeners.clear()
    },
  }
}

function toState(stored: StoredCredentials | undefined): SessionState {
  return stored
    ? { status: 'signed-in', sub: stored.sub, isAnonymous: isAnonymousSub(stored.sub) }
    : { status: 'signed-out' }
}
