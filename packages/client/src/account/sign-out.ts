import type { revokeToken } from '@awan/protocol/account'
import { isFilledText, toFields } from '../fields.ts'
import { endsSession } from '../session/refresh.ts'
import { wrongParam } from '../wrong-param.ts'
import type { AccountContext } from './account-context.ts'

export interface SignOutOptions {
  /** With `access_token` only that one is revoked, and the person stays signed in. */
  tokenTypeHint?: 'access_token' | 'refresh_token'
  /** Which of several stored accounts; the current one by default. */
  sub?: string
}

/**
 * Revokes the session, then removes it here. If the server cannot be reached, the user is still signed
 * out of this device, and the promise rejects, because the session still exists on the server.
 *
 * @example await client.signOut()
 */
export type SignOut = (options?: SignOutOptions) => Promise<void>

export function createSignOut({ request, store }: AccountContext): SignOut {
  return async (options = {}) => {
    const { tokenTypeHint = 'refresh_token', sub } = toFields(options)
    const isAccessTokenOnly = tokenTypeHint === 'access_token'
    if (!isAccessTokenOnly && tokenTypeHint !== 'refresh_token') throw wrongParam('tokenTypeHint')
    if (sub !== undefined && !isFilledText(sub)) throw wrongParam('sub')
    const held = store.read(sub)
    if (!held) return
    const hint = isAccessTokenOnly || !held.refresh_token ? 'access_token' : 'refresh_token'
    try {
      await request<typeof revokeToken>('POST', '/v1/auth/revoke', {
        // Nobody should wait long to be signed out.
        timeoutMs: 5000,
        retry: 1,
        body: {
          token: (hint === 'refresh_token' && held.refresh_token) || held.access_token,
          token_type_hint: hint,
        },
      })
    } catch (error) {
      // What is over already needs no revoking.
      if (!endsSession(error)) throw error
    } finally {
      if (!isAccessTokenOnly) store.clear(held.sub)
    }
  }
}
