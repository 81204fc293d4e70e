import { headers } from '@awan/protocol'
import type { grantToken } from '@awan/protocol/account'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { DEFAULT_RETRY } from '../constants.ts'
import type { Log } from '../log/log.ts'
import type { RequestFunction } from '../request/call.ts'
import { withRetry } from '../request/retry.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { wait } from '../runtime/wait.ts'
import type { CredentialStore } from './credential-store.ts'
import { isExpired, type StoredCredentials, toStored } from './credentials.ts'
import type { ServerClock } from './server-clock.ts'

const TOKEN_PATH = '/v1/auth/token'

/** How long a tab waits for another one's token request before it sends its own. */
export const LOCK_WAIT_MS = 15_000

/** Browsers hand over a lock faster than what its last holder has stored: by a few ms, more when busy. */
const LAG_STEP_MS = 25
const LAG_STEPS = 40

export interface RefreshOptions {
  runtime: Pick<Runtime, 'lock' | 'startTimer'>
  clock: ServerClock
  store: CredentialStore
  /** Without credentials of its own, and not ended by disposing the client: see `attempt`. */
  request: RequestFunction
  clientId: string
  clientSecret: string
  log: Log
}

/** Gives credentials that are newer than those held, for the same person. */
export type Refresh = (held: StoredCredentials) => Promise<StoredCredentials>

/**
 * Exchanges the refresh token for new credentials. Refresh tokens rotate: a second use of the same
 * one looks like theft. So there is one token request at a time, in this tab by sharing the promise
 * and across tabs by a lock; storage is read again under the lock, because another tab may have been
 * faster, and once more before writing, because the person may have signed out meanwhile.
 */
export function createRefresh(options: RefreshOptions): Refresh {
  const { runtime, clock, store, request, clientId, clientSecret, log } = options
  const flights = new Map<string, Promise<StoredCredentials>>()

  /**
   * A repeated attempt reads storage again: the device may have slept in between, and a token that
   * another tab has spent meanwhile must not be sent.
   */
  async function refreshUnderLock(
    held: StoredCredentials,
    mayLag = false,
  ): Promise<StoredCredentials> {
    for (let left = mayLag ? LAG_STEPS : 0; left > 0 && isUnchanged(held); left--) {
      await wait(runtime, LAG_STEP_MS)
    }
    const retry = { retry: DEFAULT_RETRY, path: TOKEN_PATH, signal: undefined }
    return withRetry(runtime, retry, () => attempt(held))
  }

  function isUnchanged({ sub, access_token }: StoredCredentials): boolean {
    return store.read(sub)?.access_token === access_token
  }

  /** Once the request is out, its answer is kept whatever happens: the old token is spent by then. */
  async function attempt(held: StoredCredentials): Promise<StoredCredentials> {
    const stored = readOwn(held.sub)
    const wasRenewed = stored.access_token !== held.access_token
    if (wasRenewed && !isExpired(stored, clock.now())) return stored
    const sent = stored.refresh_token
    if (!sent) {
      store.clear(held.sub)
      throw new ServiceError('unauthenticated', { description: 'refresh token not found' })
    }
    try {
      const answer = await request<typeof grantToken>('POST', TOKEN_PATH, {
        retry: 0,
        headers: { [headers.action]: 'refresh_token' },
        body: {
          grant_type: 'refresh_token',
          refresh_token: sent,
          client_id: clientId,
          client_secret: clientSecret,
        },
      })
      return commit(answer, sent, held.sub)
    } catch (error) {
      if (!endsSession(error)) throw error
      const now = readOwn(held.sub)
      if (now.refresh_token !== sent) return now
      log.info('the session has ended', { reason: error.wireName })
      store.clear(held.sub)
      throw new ServiceError('unauthenticated', {
        description: error.description,
        details: [...error.details],
        ...(error.uri === undefined ? {} : { uri: error.uri }),
        cause: error,
      })
    }
  }

  function commit(answer: object, sent: string, sub: string): StoredCredentials {
    const nowMs = clock.now()
    const granted = toStored({ refresh_token: sent, ...answer }, nowMs)
    if (granted.sub !== sub) {
      throw new ServiceError('internal', { description: 'response format error: another account' })
    }
    const current = readOwn(sub)
    if (current.refresh_token !== sent) return current
    const credentials = { ...granted, refreshed_at: new Date(nowMs).toISOString() }
    store.renew(credentials)
    return credentials
  }

  /** A call that one person began must not go on in another one's name. */
  function readOwn(sub: string): StoredCredentials {
    const stored = store.read(sub)
    if (stored) return stored
    throw new ServiceError('unauthenticated', { description: 'the session has ended' })
  }

  return (held) => {
    const { sub } = held
    const running = flights.get(sub)
    if (running) return running
    const flight = runtime
      .lock(`awan_refresh_${clientId}@${sub}`, (mayLag) => refreshUnderLock(held, mayLag), {
        waitMs: LOCK_WAIT_MS,
      })
      .finally(() => flights.delete(sub))
    flights.set(sub, flight)
    return flight
  }
}

/** The answers after which stored credentials are of no more use; a network failure is none of them. */
export function endsSession(error: unknown): error is ServiceError {
  return isServiceError(error, 'unauthenticated', 'invalid_grant', 'unauthorized_client')
}
