import type { Runtime } from '../runtime/runtime.ts'
import { parseStored, type StoredCredentials } from './credentials.ts'

export type SessionState = { status: 'signed-out' } | { status: 'signed-in'; sub: string }

/** Who is signed in here, for every tab that shares this storage. */
export interface CredentialStore {
  read(): StoredCredentials | undefined
  write(credentials: StoredCredentials): void
  clear(): void
  /** The same object until somebody else is signed in. */
  state(): SessionState
  subscribe(listener: () => void): () => void
  dispose(): void
}

export function createCredentialStore(
  runtime: Pick<Runtime, 'storage' | 'changes'>,
  clientId: string,
): CredentialStore {
  const key = `credentials_${clientId}`
  const listeners = new Set<() => void>()
  let state = toState(parseStored(runtime.storage.get(key)))

  /** Storage is read at every use: another tab may have written it without a word reaching us. */
  function read(): StoredCredentials | undefined {
    const stored = parseStored(runtime.storage.get(key))
    const isSame = state.status === 'signed-in' ? state.sub === stored?.sub : !stored
    if (!isSame) {
      state = toState(stored)
      for (const listener of [...listeners]) listener()
    }
    return stored
  }

  function changed(): void {
    read()
    runtime.changes.announce(key)
  }

  const stopListening = runtime.changes.listen(key, read)
  return {
    read,
    write(credentials) {
      runtime.storage.set(key, JSON.stringify(credentials))
      changed()
    },
    clear() {
      runtime.storage.remove(key)
      changed()
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose() {
      stopListening()
      listeners.clear()
    },
  }
}

function toState(stored: StoredCredentials | undefined): SessionState {
  return stored ? { status: 'signed-in', sub: stored.sub } : { status: 'signed-out' }
}
