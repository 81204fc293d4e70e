import * as openid from 'openid-client'
import type { Clock } from '../../../kernel/clock.ts'
import { isSafeAddress } from '../../../kernel/service-address.ts'
import { textOf } from './fetch-json.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { AuthorizationAnswer, ProviderProfile, ThirdParty } from './third-party.ts'

const DISCOVERY_TTL_MS = 3600_000

export interface OpenIdOptions {
  issuer: string
  clientId: string
  /** Undefined is a public client; Apple's secret is made anew each time. */
  clientSecret: string | (() => Promise<string>) | undefined
  /** Undefined leaves it to the third party's own settings of our app. */
  scope: string | undefined
  /** False for those that know nothing of PKCE; ours is checked all the same. */
  pkce: boolean
  /** What identifies the person: `sub` is unique within one issuer alone. */
  userIdOf?: (claims: openid.IDToken) => string
  env: 'development' | 'production'
  fetch: ProviderFetch
  clock: Clock
}

/**
 * Any third party that speaks OpenID Connect. openid-client checks issuer, audience, nonce, times
 * and, as it is told to here, the signature of the ID token.
 */
export function createOpenId(options: OpenIdOptions): ThirdParty {
  const { scope, pkce, env, clock } = options
  let known: { configuration: Promise<openid.Configuration>; at: number } | undefined

  function discover(): Promise<openid.Configuration> {
    if (known && clock.now() - known.at < DISCOVERY_TTL_MS) return known.configuration
    const configuration = openConfiguration(options)
    const entry = { configuration, at: clock.now() }
    known = entry
    // A failure is not remembered: the third party may be back at the next call.
    configuration.catch(() => {
      if (known === entry) known = undefined
    })
    return configuration
  }

  return {
    async authorizationUrl({ redirectUri, state, nonce, codeChallenge }) {
      const url = openid.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        state,
        nonce,
        ...(scope === undefined ? {} : { scope }),
        ...(pkce ? { code_challenge: codeChallenge, code_challenge_method: 'S256' } : {}),
      })
      if (!isSafeAddress(url, env)) throw new Error('a third party named an address without TLS')
      return url
    },

    async identify(answer) {
      const configuration = await discover()
      const tokens = await openid.authorizationCodeGrant(
        configuration,
        toCallbackUrl(answer, configuration.serverMetadata().issuer),
        {
          expectedState: openid.skipStateCheck,
          expectedNonce: answer.nonce,
          idTokenExpected: true,
          ...(pkce ? { pkceCodeVerifier: answer.codeVerifier } : {}),
        },
      )
      const claims = tokens.claims()
      if (!claims) throw new Error('the third party gave no ID token')
      const userId = options.userIdOf?.(claims) ?? claims.sub
      if (textOf(claims.name) || !configuration.serverMetadata().userinfo_endpoint) {
        return toProfile(userId, claims)
      }
      const info = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return toProfile(userId, { ...claims, ...info })
    },

    async signOutUrl(redirectUri) {
      const configuration = await discover()
      if (!configuration.serverMetadata().end_session_endpoint) return undefined
      return openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: redirectUri })
    },
  }
}

function openConfiguration(options: OpenIdOptions): Promise<openid.Configuration> {
  const { issuer, clientId, env, fetch, clock } = options
  return openid.discovery(
    new URL(issuer),
    clientId,
    // The library reads the machine's own clock: this is how far ours is from it.
    { [openid.clockSkew]: Math.round((clock.now() - Date.now()) / 1000) },
    clientAuth(options.clientSecret),
    {
      [openid.customFetch]: (url, init) => fetch(url, init as Parameters<ProviderFetch>[1]),
      execute: [
        openid.enableNonRepudiationChecks,
        // Our own fetch lets nothing but loopback through.
        ...(env === 'development' ? [openid.allowInsecureRequests] : []),
      ],
    },
  )
}

function clientAuth(secret: OpenIdOptions['clientSecret']): openid.ClientAuth {
  if (secret === undefined) return openid.None()
  return async (server, client, body, headers) => {
    const text = typeof secret === 'string' ? secret : await secret()
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_post')
      ? openid.ClientSecretPost(text)
      : openid.ClientSecretBasic(text)
    return authenticate(server, client, body, headers)
  }
}

/** The page has read the answer and passed its parts on; the library wants it whole. */
function toCallbackUrl({ redirectUri, code, issuer }: AuthorizationAnswer, expected: string): URL {
  const url = new URL(redirectUri)
  url.searchParams.set('code', code)
  // RFC 9207: a page that was told who answered passes it on; the state names the issuer anyway.
  url.searchParams.set('iss', issuer ?? expected)
  return url
}

function toProfile(userId: string, claims: Record<string, unknown>): ProviderProfile {
  const isVouched = claims.email_verified === true || claims.email_verified === 'true'
  return {
    userId,
    name: textOf(claims.name) ?? textOf(claims.nickname) ?? textOf(claims.preferred_username),
    picture: textOf(claims.picture),
    email: isVouched ? textOf(claims.email) : undefined,
    phoneNumber: claims.phone_number_verified === true ? textOf(claims.phone_number) : undefined,
  }
}
