import type { Runtime } from '../runtime/runtime.ts'
import type { CredentialStore } from './credential-store.ts'
import type { Refresh } from './refresh.ts'
import type { ServerClock } from './server-clock.ts'

/** Whoever keeps the session in the place of the page: the refresh token is theirs, and so is the storage. */
export interface SessionKeeper extends Pick<Runtime, 'storage' | 'changes'> {
  /** Is given the client's own parts, and says how new credentials are got. */
  join(parts: { store: CredentialStore; clock: ServerClock }): Refresh
}
