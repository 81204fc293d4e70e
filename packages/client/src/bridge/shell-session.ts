import type { ShellAccessToken } from '@awan/protocol/bridge'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { createMemoryStorage } from '../runtime/memory-storage.ts'
import type { KeyValueStorage } from '../runtime/runtime.ts'
import type { CredentialStore } from '../session/credential-store.ts'
import {
  isExpired,
  isStillGood,
  parseStored,
  type StoredCredentials,
  toStored,
} from '../session/credentials.ts'
import type { Refresh } from '../session/refresh.ts'
import type { ServerClock } from '../session/server-clock.ts'
import type { SessionKeeper } from '../session/session-keeper.ts'
import type { ShellAccount } from './shell-account.ts'

/** The session of the shell as that of this page's client. */
export interface ShellSession extends SessionKeeper {
  /**
   * Takes over who is signed in to the shell now, which may be nobody.
   *
   * @example await bridge.once('closed', () => session.take())
   */
  take(): Promise<void>
}

export interface ShellSessionOptions {
  /** Told when the shell has not taken a sign-in or a sign-out of this page. */
  onUntold?: (error: unknown) => void
}

/**
 * Keeps a client's session in the shell. Tokens come from there and are held in memory alone; who
 * signs in or out on the page is handed over at once, so that the refresh token has one owner.
 *
 * @example
 * const keeper = createShellSession(createShellAccount(bridge))
 * const client = createAwanClient({ clientId: 'awan-web', runtime, keeper })
 * await keeper.take()
 */
export function createShellSession(
  account: Pick<ShellAccount, 'getSub' | 'getAccessToken' | 'setLoginInfo'>,
  { onUntold }: ShellSessionOptions = {},
): ShellSession {
  /** What the shell knows already, because it comes from there. */
  let given: string | undefined
  let told = Promise.resolve()
  let parts: { store: CredentialStore; clock: ServerClock } | undefined

  function tell(credentials: StoredCredentials | undefined): void {
    if (credentials?.access_token === given) return
    given = credentials?.access_token
    // One after the other: a sign-out must not overtake the sign-in before it.
    told = told
      .then(() => account.setLoginInfo(credentials ?? null))
      .catch((error) => onUntold?.(error))
  }

  function keep(token: ShellAccessToken, isRefresh: boolean): StoredCredentials {
    const { store, clock } = needParts()
    const stored = toStored({ expires_in: UNSAID_SECONDS, ...token }, clock.now())
    given = stored.access_token
    if (isRefresh) store.renew({ ...stored, refreshed_at: new Date(clock.now()).toISOString() })
    else store.begin(stored)
    return stored
  }

  function forget(): void {
    const { store } = needParts()
    given = undefined
    const held = store.read()
    if (held) store.clear(held.sub)
  }

  function needParts() {
    if (parts) return parts
    throw new ServiceError('local', {
      description: 'give the shell session to a client first, as its keeper',
    })
  }

  async function renew(held: StoredCredentials, clock: ServerClock): Promise<StoredCredentials> {
    await told
    try {
      const isDue = isExpired(held, clock.now())
      let token = await account.getAccessToken(isDue ? {} : { renew: true })
      // A shell whose clock is behind takes an old token for a good one.
      if (token.access_token === held.access_token && !isStillGood(held, clock.now())) {
        token = await account.getAccessToken({ renew: true })
      }
      if (token.sub === held.sub) return keep(token, true)
      keep(token, false)
    } catch (error) {
      if (isServiceError(error, 'unauthenticated')) forget()
      throw error
    }
    // A call that one person began must not go on in another one's name.
    throw new ServiceError('unauthenticated', { description: 'another account is signed in now' })
  }

  return {
    storage: watchCredentials(tell),
    changes: { announce() {}, listen: () => () => {} },
    join(joined): Refresh {
      parts = joined
      const flights = new Map<string, Promise<StoredCredentials>>()
      return (held) => {
        const running = flights.get(held.sub)
        if (running) return running
        const flight = renew(held, joined.clock).finally(() => flights.delete(held.sub))
        flights.set(held.sub, flight)
        return flight
      }
    },
    async take() {
      await told
      try {
        // Nobody is the usual answer, and needs no token.
        await account.getSub()
        keep(await account.getAccessToken(), false)
      } catch (error) {
        if (!isServiceError(error, 'unauthenticated')) throw error
        forget()
      }
    },
  }
}

/** Where a shell does not say how long its token is good: it is asked again soon. */
const UNSAID_SECONDS = 600

/** Storage in memory that tells of every change of who is signed in. */
function watchCredentials(changed: (now: StoredCredentials | undefined) => void): KeyValueStorage {
  const memory = createMemoryStorage()
  return {
    ...memory,
    set(key, value) {
      memory.set(key, value)
      const credentials = parseStored(value)
      if (credentials) changed(credentials)
    },
    remove(key) {
      const had = parseStored(memory.get(key))
      memory.remove(key)
      if (had) changed(undefined)
    },
  }
}
