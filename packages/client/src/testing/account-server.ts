import { type AwanClientOptions, createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { type Handler, openLocalServer, sendError } from './local-server.ts'

/** A client of such a server, and what went over the wire between them. */
export async function openAccount(
  overrides: Record<string, Handler> = {},
  options: Partial<AwanClientOptions> = {},
) {
  const server = await openAccountServer(overrides)
  const runtime = createMemoryRuntime()
  const client = createAwanClient({
    clientId: 'awan-test',
    origins: [server.origin],
    runtime,
    log: { level: 'off' },
    ...options,
  })
  return {
    server,
    runtime,
    client,
    signIn: (username = 'ana') => client.signIn.withPassword({ username, password: 'secret' }),
    stored: () => runtime.storage.get('credentials_awan-test'),
    /** What the server received last. */
    lastSent() {
      const last = server.received.at(-1)
      if (!last) throw new Error('nothing was sent')
      const { method, path, query, json, headers } = last
      return {
        method,
        path,
        query: Object.fromEntries(query),
        json,
        authorization: headers.authorization,
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/**
 * The account calls as far as a client needs them: rotating refresh tokens that work once, access
 * tokens that can be taken back, and the other calls with a plain answer. Overrides go by path, or by
 * method and path where two calls share one: `DELETE /v1/user/me`.
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

  /** A call marked (auth): whoever comes without a good access token is refused. */
  const signedIn =
    (handler: Handler): Handler =>
    (received, response) =>
      accessTokens.has(received.headers.authorization ?? '')
        ? handler(received, response)
        : sendError(response, 401, 'unauthenticated')

  const handlers: Record<string, Handler> = {
    '/v1/auth/signin': ({ json }) =>
      issue(`user-${String(json.email ?? json.phone_number ?? json.username)}`),
    '/v1/auth/signin/with/provider': () => issue('user-of-provider'),
    '/v1/auth/signin/token': () => {
      const { refresh_token: _none, ...credentials } = issue('user-of-token')
      return credentials
    },
    '/v1/auth/signup': ({ json }) => issue(`user-${String(json.email)}`),
    '/v1/auth/signup/anonymously': () => issue('AMS=1'),
    '/v1/auth/token': ({ json }, response) => {
      if (json.grant_type !== 'refresh_token') return issue(`user-${String(json.grant_type)}`)
      const sub = refreshTokens.get(String(json.refresh_token))
      refreshTokens.delete(String(json.refresh_token))
      return sub ? issue(sub) : sendError(response, 400, 'invalid_grant')
    },
    '/v1/auth/revoke': ({ json }) => {
      refreshTokens.delete(String(json.token))
      return {}
    },
    '/v1/auth/verification': () => ({ verification_id: 'v', expires_in: 600, is_user: false }),
    '/v1/auth/verification/verify': () => ({
      verification_token: 'verified',
      expires_in: 600,
      is_user: true,
    }),
    '/v1/auth/reset': () => ({}),
    '/v1/auth/device/code': () => ({
      device_code: 'device-code',
      user_code: 'WDJB-MJHT',
      verification_uri: 'https://awan.test/device',
      verification_uri_complete: 'https://awan.test/device?user_code=WDJB-MJHT',
      expires_in: 120,
      interval: 2,
    }),
    '/v1/user/device/authorize': () => ({}),
    '/v1/auth/provider/uri': () => ({ uri: 'https://provider.test/authorize' }),
    '/v1/auth/provider/token': () => ({
      provider_token: 'provider-token',
      expires_in: 600,
      provider_profile: { provider_id: 'google', name: 'Ana' },
    }),
    '/v1/user/provider': signedIn(() => ({
      total: 1,
      data: [{ id: 'google', name: 'Google', bind: true }],
    })),
    '/v1/user/provider/bind': signedIn(() => ({})),
    '/v1/user/provider/google': signedIn(() => ({})),
    '/v1/user/provider/google/trans': signedIn(() => ({ client_id: 'awan-test' })),
    '/v1/user/trans/by/provider': signedIn(() => issue('user-of-provider')),
    'GET /v1/user/me': signedIn(({ headers }) => ({ sub: headers.authorization })),
    'DELETE /v1/user/me': signedIn(() => ({ sub: 'user-ana' })),
    '/v1/user/me/deletion/eligibility': signedIn(() => ({
      eligible: false,
      reasons: ['the last administrator'],
      grace_period: 86_400,
    })),
    '/v1/user/profile': signedIn(({ json }) => ({ sub: 'user-ana', ...json })),
    '/v1/user/query': signedIn(() => ({ total: 1, data: [{ sub: 'u1', name: 'Ben' }] })),
    '/v1/user/sudo': signedIn(() => ({ sudo_token: 'sudo', expires_in: 300 })),
    '/v1/user/contact': signedIn(() => ({})),
    '/v1/user/password': signedIn(() => ({})),
    '/v1/user/authorize': signedIn(({ json }) => ({
      code: 'code',
      state: json.state,
      expires_in: 60,
    })),
    '/v1/user/authorize/info': signedIn(() => ({
      client: { id: 'app', name: 'App' },
      scopes: [{ id: 'user', name: 'Profile' }],
    })),
    '/v1/user/authorize/detect': () => ({ code: 'code' }),
  }
  const server = await openLocalServer((received, response) => {
    const { method, path } = received
    const handler =
      overrides[`${method} ${path}`] ??
      overrides[path] ??
      handlers[`${method} ${path}`] ??
      handlers[path]
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
