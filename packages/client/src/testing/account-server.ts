import { type Handler, openLocalServer, sendError } from './local-server.ts'

/**
 * The account calls as far as a client's session needs them: rotating refresh tokens that work once,
 * access tokens that can be taken back.
 */
export async function openAccountServer(overrides: Record<string, Handler> = {}) {
  let issued = 0
  const refreshTokens = new Map<string, string>()
  const accessTokens = new Set<string>()

  function issue(sub: string, expires_in = 7200) {
    issued += 1
    refreshTokens.set(`refresh-${issued}`, sub)
    accessTokens.add(`Bearer access-${issued}`)
    return {
      token_type: 'Bearer',
      access_token: `access-${issued}`,
      refresh_token: `refresh-${issued}`,
      expires_in,
      sub,
      scope: 'user',
    }
  }

  const handlers: Record<string, Handler> = {
    '/v1/auth/signin': ({ json }) => issue(`user-${String(json.email ?? json.username)}`),
    '/v1/auth/signup': ({ json }) => issue(`user-${String(json.email)}`),
    '/v1/auth/token': ({ json }, response) => {
      const sub = refreshTokens.get(String(json.refresh_token))
      refreshTokens.delete(String(json.refresh_token))
      return sub ? issue(sub) : sendError(response, 400, 'invalid_grant')
    },
    '/v1/auth/revoke': ({ json }) => {
      refreshTokens.delete(String(json.token))
      return {}
    },
    '/v1/user/me': ({ headers }, response) =>
      accessTokens.has(headers.authorization ?? '')
        ? { sub: headers.authorization }
        : sendError(response, 401, 'unauthenticated'),
    ...overrides,
  }
  const server = await openLocalServer((received, response) => {
    const handler = handlers[received.path]
    return handler ? handler(received, response) : sendError(response, 404, 'not_found')
  })
  return {
    ...server,
    /** As if an administrator had ended every access token. */
    refuseAccessTokens: () => accessTokens.clear(),
    refuseRefreshTokens: () => refreshTokens.clear(),
    calls: (path: string) => server.received.filter((received) => received.path === path),
    // A spread does not carry it over.
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
