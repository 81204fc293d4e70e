import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { MAX_RENEWALS } from '../constants.ts'
import type { CredentialStore } from './credential-store.ts'
import {
  isEnding,
  isExpired,
  isStillGood,
  type StoredCredentials,
  wasJustRefreshed,
} from './credentials.ts'
import { endsSession, type Refresh } from './refresh.ts'
import type { ServerClock } from './server-clock.ts'

export interface AuthorizeOptions {
  clock: ServerClock
  store: CredentialStore
  refresh: Refresh
}

export interface Authorize {
  /** Credentials that should be valid, refreshed if they are due; of the current account by default. */
  prepare(sub?: string): Promise<Prepared>
  /** Sends with the Authorization header of the signed-in user, or of another stored account. */
  send<T>(send: (authorization: string) => Promise<T>, sub?: string): Promise<T>
}

export interface Prepared {
  credentials: StoredCredentials
  /** How many it has cost already. */
  renewals: number
}

/**
 * Expired credentials are renewed before the call. A call that is answered `unauthenticated` is
 * repeated once after renewing them; when that fails too, the session is over. There is at most one
 * renewal per call.
 */
export function createAuthorize({ clock, store, refresh }: AuthorizeOptions): Authorize {
  async function prepare(sub?: string): Promise<Prepared> {
    const held = store.read(sub)
    if (!held) throw unauthenticated('credentials not found')
    const nowMs = clock.now()
    const isUsable = isStillGood(held, nowMs)
    if (!isExpired(held, nowMs) || (isUsable && wasJustRefreshed(held, nowMs))) {
      return { credentials: held, renewals: 0 }
    }
    try {
      return { credentials: await refresh(held), renewals: 1 }
    } catch (error) {
      // The margin is there for this: the network failed, the token is still good.
      if (isUsable && !endsSession(error)) return { credentials: held, renewals: 0 }
      throw error
    }
  }

  async function renew(refused: StoredCredentials): Promise<StoredCredentials> {
    const stored = store.read(refused.sub)
    if (!stored) throw unauthenticated('the session has ended')
    const nowMs = clock.now()
    if (isEnding(stored, nowMs)) return refresh(stored)
    if (stored.access_token !== refused.access_token) return stored
    if (wasJustRefreshed(stored, nowMs)) {
      store.clear(stored.sub)
      throw unauthenticated('refused just after a refresh')
    }
    return refresh(stored)
  }

  /**
   * ACC-19. A token that has come to its end meanwhile (the device slept between two attempts) is
   * refused for that reason alone: it says nothing about the session.
   */
  function dropIfRefused(error: unknown, refused: StoredCredentials): void {
    const isHeld = store.read(refused.sub)?.access_token === refused.access_token
    const isRefused = isServiceError(error, 'unauthenticated') && !isEnding(refused, clock.now())
    if (isRefused && isHeld) store.clear(refused.sub)
  }

  return {
    prepare,
    async send(send, sub) {
      const { credentials, renewals } = await prepare(sub)
      const mayRenew = renewals < MAX_RENEWALS
      try {
        return await send(toHeader(credentials))
      } catch (error) {
        if (!mayRenew) dropIfRefused(error, credentials)
        if (!mayRenew || !isServiceError(error, 'unauthenticated')) throw error
      }
      const renewed = await renew(credentials)
      try {
        return await send(toHeader(renewed))
      } catch (error) {
        dropIfRefused(error, renewed)
        throw error
      }
    },
  }
}

function toHeader({ token_type, access_token }: StoredCredentials): string {
  return `${token_type} ${access_token}`
}

function unauthenticated(description: string): ServiceError {
  return new ServiceError('unauthenticated', { description })
}
