import { createRemoteJWKSet, customFetch, decodeJwt, type JWTVerifyGetKey } from 'jose'
import * as openid from 'openid-client'
import type { Clock } from '../../../kernel/clock.ts'
import { isSafeAddress } from '../../../kernel/service-address.ts'
import { textOf } from './fetch-json.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { AuthorizationAnswer, ProviderProfile, ThirdParty } from './third-party.ts'
import { verifyIdToken } from './verify-id-token.ts'

const DISCOVERY_TTL_MS = 3600_000
/** Beside the prompt: an ID token must say by `auth_time` when the person signed in, where it is sent. */
const MAX_AGE_SECONDS = '300'

export interface OpenIdOptions {
  issuer: string
  clientId: string
  /** Undefined is a public client; Apple's secret is created for each call. */
  clientSecret: string | (() => Promise<string>) | undefined
  /** Undefined leaves it to the third party's own settings of our app. */
  scope: string | undefined
  /** False for those that know nothing of PKCE; ours is checked all the same. */
  pkce: boolean
  /** Client ids of native apps: an ID token for one of them is taken too. */
  appClientIds: readonly string[]
  /** What makes the third party ask the person again; undefined where it knows nothing of the kind. */
  promptAnew: string | undefined
  /** What identifies the person: `sub` is unique within one issuer alone. */
  userIdOf?: (claims: openid.IDToken) => string
  env: 'development' | 'production'
  fetch: ProviderFetch
  clock: Clock
}

/**
 * Any provider that speaks OpenID Connect. openid-client checks issuer, audience, nonce, times and, as
 * configured here, the signature of the ID token.
 */
export function createOpenId(options: OpenIdOptions): ThirdParty {
  const { scope, pkce, promptAnew, env, clock } = options
  const audiences = [options.clientId, ...options.appClientIds]
  let known: { configuration: Promise<openid.Configuration>; at: number } | undefined
  let keys: { address: string; set: JWTVerifyGetKey } | undefined

  function keysAt(address: string): JWTVerifyGetKey {
    if (keys?.address === address) return keys.set
    const fetch = (url: string, init: object) => options.fetch(url, init)
    keys = { address, set: createRemoteJWKSet(new URL(address), { [customFetch]: fetch }) }
    return keys.set
  }

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
    async authorizationUrl({ redirectUri, state, nonce, codeChallenge, signInAnew }) {
      const url = openid.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        state,
        nonce,
        ...(scope === undefined ? {} : { scope }),
        ...(pkce ? { code_challenge: codeChallenge, code_challenge_method: 'S256' } : {}),
        ...(signInAnew && promptAnew ? { prompt: promptAnew, max_age: MAX_AGE_SECONDS } : {}),
      })
      if (!isSafeAddress(url, env)) throw new Error('a provider named an address without TLS')
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
      if (!claims) throw new Error('the provider gave no ID token')
      const userId = options.userIdOf?.(claims) ?? claims.sub
      const { auth_time } = claims
      const authenticatedAt = auth_time === undefined ? undefined : auth_time * 1000
      if (textOf(claims.name) || !configuration.serverMetadata().userinfo_endpoint) {
        return { ...toProfile(userId, claims), authenticatedAt }
      }
      const info = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return { ...toProfile(userId, { ...claims, ...info }), authenticatedAt }
    },

    async identifyByIdToken(given) {
      const { issuer, jwks_uri } = (await discover()).serverMetadata()
      if (jwks_uri === undefined) throw new Error('the provider publishes no keys')
      const claims = await verifyIdToken(given, {
        keys: keysAt(jwks_uri),
        issuer: issuerOf(issuer, given.idToken),
        audiences,
        clock,
      })
      const userId = options.userIdOf?.(claims as openid.IDToken) ?? claims.sub
      return toProfile(userId, claims)
    },

    async signOutUrl(redirectUri) {
      const configuration = await discover()
      if (!configuration.serverMetadata().end_session_endpoint) return undefined
      return openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: redirectUri })
    },
  }
}

/** Microsoft writes the tenant into the issuer of each token; which one it is, the signature vouches for. */
function issuerOf(issuer: string, idToken: string): string {
  if (!issuer.includes('{tenantid}')) return issuer
  try {
    const tenant = String(decodeJwt(idToken).tid)
    return /^[\da-f-]{36}$/i.test(tenant) ? issuer.replace('{tenantid}', tenant) : issuer
  } catch {
    return issuer
  }
}

function openConfiguration(options: OpenIdOptions): Promise<openid.Configuration> {
  const { issuer, clientId, env, clock } = options
  return openid.discovery(
    new URL(issuer),
    clientId,
    // The library reads the machine's own clock: this is how far ours is from it.
    { [openid.clockSkew]: Math.round((clock.now() - Date.now()) / 1000) },
    clientAuth(options.clientSecret),
    {
      [openid.customFetch]: (url, init) => options.fetch(url, init as Parameters<ProviderFetch>[1]),
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
