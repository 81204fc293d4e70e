import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Runtime } from '../runtime/runtime.ts'
import type { CredentialStore } from './credential-store.ts'
import { isExpired, isStillGood, type StoredCredentials, wasJustRefreshed } from './credentials.ts'
import { endsSession } from './refresh.ts'

export interface AuthorizeOptions {
  runtime: Pick<Runtime, 'now'>
  store: CredentialStore
  refresh: (held: StoredCredentials) => Promise<StoredCredentials>
}

/** Sends with the Authorization header of whoever is signed in. */
export type Authorize = <T>(send: (authorization: string) => Promise<T>) => Promise<T>

/**
 * Expired credentials are renewed before the call. A call that is answered `unauthenticated` is
 * repeated once after renewing them; when that fails too, the session is over. There is at most one
 * renewal per call.
 */
export function createAuthorize({ runtime, store, refresh }: AuthorizeOptions): Authorize {
  async function prepare(): Promise<{ credentials: StoredCredentials; wasRenewed: boolean }> {
    const held = store.read()
    if (!held) throw unauthenticated('credentials not found')
    const nowMs = runtime.now()
    const isUsable = isStillGood(held, nowMs)
    if (!isExpired(held, nowMs) || (isUsable && wasJustRefreshed(held, nowMs))) {
      return { credentials: held, wasRenewed: false }
    }
    try {
      return { credentials: await refresh(held), wasRenewed: true }
    } catch (error) {
      // The margin is there for this: the network failed, the token is still good.
      if (isUsable && !endsSession(error)) return { credentials: held, wasRenewed: false }
      throw error
    }
  }

  async function renew(refused: StoredCredentials): Promise<StoredCredentials> {
    const stored = store.read()
    if (stored?.sub !== refused.sub) throw unauthenticated('the session has ended')
    if (stored.access_token !== refused.access_token) return stored
    const nowMs = runtime.now()
    if (wasJustRefreshed(stored, nowMs) && isStillGood(stored, nowMs)) {
      store.clear()
      throw unauthenticated('refused just after a refresh')
    }
    return refresh(stored)
  }

  function dropIfRefused(error: unknown, refused: StoredCredentials): void {
    const isCurrent = store.read()?.access_token === refused.access_token
    if (isServiceError(error, 'unauthenticated') && isCurrent) store.clear()
  }

  return async (send) => {
    const { credentials, wasRenewed } = await prepare()
    try {
      return await send(toHeader(credentials))
    } catch (error) {
      if (wasRenewed) dropIfRefused(error, credentials)
      if (wasRenewed || !isServiceError(error, 'unauthenticated')) throw error
    }
    const renewed = await renew(credentials)
    try {
      return await send(toHeader(renewed))
    } catch (error) {
      dropIfRefused(error, renewed)
      throw error
    }
  }
}

function toHeader({ token_type, access_token }: StoredCredentials): string {
  return `${token_type} ${access_token}`
}

function unauthenticated(description: string): ServiceError {
  return new ServiceError('unauthenticated', { description })
}
