import type { Runtime } from '../runtime/runtime.ts'
import type { CredentialStore } from './credential-store.ts'
import type { Refresh } from './refresh.ts'
import type { ServerClock } from './server-clock.ts'

/** Keeps the session instead of the page: it has the refresh token and its own storage. */
export interface SessionKeeper extends Pick<Runtime, 'storage' | 'changes'> {
  /** Is given the client's own parts, and says how new credentials are got. */
  join(parts: { store: CredentialStore; clock: ServerClock }): Refresh
}
