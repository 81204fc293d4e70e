import { headers } from '@awan/protocol'
import type { grantToken } from '@awan/protocol/account'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { RequestFunction } from '../request/call.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { CredentialStore } from './credential-store.ts'
import { isExpired, type StoredCredentials, toStored } from './credentials.ts'

/** How long a tab waits for another one's token request before it sends its own. */
export const LOCK_WAIT_MS = 15_000

export interface RefreshOptions {
  runtime: Runtime
  store: CredentialStore
  /** Without credentials of its own. */
  request: RequestFunction
  clientId: string
  clientSecret: string
}

/**
 * Exchanges the refresh token for new credentials. Refresh tokens rotate: a second use of the same
 * one looks like theft. So there is one token request at a time, in this tab by sharing the promise
 * and across tabs by a lock; storage is read again under the lock, because another tab may have been
 * faster, and once more before writing, because the person may have signed out meanwhile.
 */
export function createRefresh(
  options: RefreshOptions,
): (held: StoredCredentials) => Promise<StoredCredentials> {
  const { runtime, store, request, clientId, clientSecret } = options
  const flights = new Map<string, Promise<StoredCredentials>>()

  async function refreshUnderLock(held: StoredCredentials): Promise<StoredCredentials> {
    const stored = readOwn(held.sub)
    const wasRenewed = stored.access_token !== held.access_token
    if (wasRenewed && !isExpired(stored, runtime.now())) return stored
    const sent = stored.refresh_token
    if (!sent) {
      store.clear()
      throw new ServiceError('unauthenticated', { description: 'refresh token not found' })
    }
    try {
      const answer = await request<typeof grantToken>('POST', '/v1/auth/token', {
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
      store.clear()
      throw new ServiceError('unauthenticated', {
        description: error.description,
        details: [...error.details],
        ...(error.uri === undefined ? {} : { uri: error.uri }),
        cause: error,
      })
    }
  }

  function commit(answer: object, sent: string, sub: string): StoredCredentials {
    const nowMs = runtime.now()
    const granted = toStored({ refresh_token: sent, ...answer }, nowMs)
    const current = readOwn(sub)
    if (current.refresh_token !== sent) return current
    const credentials = { ...granted, refreshed_at: new Date(nowMs).toISOString() }
    store.write(credentials)
    return credentials
  }

  /** A call that one person began must not go on in another one's name. */
  function readOwn(sub: string): StoredCredentials {
    const stored = store.read()
    if (stored?.sub === sub) return stored
    throw new ServiceError('unauthenticated', { description: 'the session has ended' })
  }

  return (held) => {
    const running = flights.get(held.sub)
    if (running) return running
    const flight = runtime
      .lock(`awan_refresh_${clientId}`, () => refreshUnderLock(held), { waitMs: LOCK_WAIT_MS })
      .finally(() => flights.delete(held.sub))
    flights.set(held.sub, flight)
    return flight
  }
}

/** The answers after which stored credentials are of no more use; a network failure is none of them. */
export function endsSession(error: unknown): error is ServiceError {
  return isServiceError(error, 'unauthenticated', 'invalid_grant', 'unauthorized_client')
}
