import type { AnswerOf } from '@awan/protocol'
import type { introspectToken } from '@awan/protocol/account'
import type { RequestFunction } from '../request/call.ts'
import type { Authorize } from './authorize.ts'
import type { CredentialStore, SessionState } from './credential-store.ts'
import { wasJustRefreshed } from './credentials.ts'
import { endsSession, type Refresh } from './refresh.ts'
import type { ServerClock } from './server-clock.ts'

export interface Session {
  /**
   * Who is signed in; the same object until that changes.
   *
   * @example if (client.session.state().status === 'signed-out') showSignIn()
   */
  state(): SessionState
  /**
   * Calls the listener after each change, in this tab or another one, until the returned function is called.
   *
   * @example useSyncExternalStore(client.session.subscribe, client.session.state)
   */
  subscribe(listener: () => void): () => void
  /**
   * A valid access token, refreshed if necessary: for calls that this client does not make.
   *
   * @example socket.send(await client.session.accessToken())
   */
  accessToken(): Promise<string>
  /**
   * Sends a call that this client does not make, with the Authorization header that it gets. If the call is
   * answered `unauthenticated`, it is repeated once with renewed credentials, as the client's own calls are. `sub`
   * names the account that it is sent for; the current one by default, which another tab may have just changed.
   *
   * @example await client.session.authorized((authorization) => send({ headers: { authorization } }))
   */
  authorized<T>(
    send: (authorization: string) => Promise<T>,
    options?: { sub?: string | undefined },
  ): Promise<T>
  /**
   * Refreshes the credentials before they are due; not again within 120 s.
   *
   * @example await client.session.refresh()
   */
  refresh(): Promise<void>
  /**
   * Asks the server about a token, the current access token by default. If the answer is
   * `unauthenticated`, `invalid_grant` or `unauthorized_client`, the session ends here too.
   *
   * @example const { sub, scope } = await client.session.introspect()
   */
  introspect(query?: { token?: string; code?: string }): Promise<AnswerOf<typeof introspectToken>>
}

export interface SessionParts {
  store: CredentialStore
  clock: ServerClock
  authorize: Authorize
  refresh: Refresh
  request: RequestFunction
}

export function createSession({
  store,
  clock,
  authorize,
  refresh,
  request,
}: SessionParts): Session {
  return {
    state: store.state,
    subscribe: store.subscribe,
    async accessToken() {
      return (await authorize.prepare()).credentials.access_token
    },
    authorized: (send, { sub } = {}) => authorize.send(send, sub),
    async refresh() {
      const held = store.read()
      if (held && wasJustRefreshed(held, clock.now())) return
      await (held ? refresh(held) : authorize.prepare())
    },
    async introspect(query) {
      const asked = query ?? { token: (await authorize.prepare()).credentials.access_token }
      const held = store.read()
      try {
        return await request<typeof introspectToken>('GET', '/v1/auth/token/introspect', {
          query: asked,
          // A code is described to the user who agreed, and not to whoever has found it.
          ...(asked.code !== undefined && { auth: 'optional' }),
        })
      } catch (error) {
        // ACC-17, unless they have been renewed meanwhile: the answer is not about those.
        const isHeld = held && store.read(held.sub)?.access_token === held.access_token
        if (isHeld && endsSession(error)) store.clear(held.sub)
        throw error
      }
    },
  }
}
