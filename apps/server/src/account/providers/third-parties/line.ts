import { timingSafeEqual } from 'node:crypto'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import type { Clock } from '../../../kernel/clock.ts'
import { fetchJson, postForm, requireText, textOf } from './fetch-json.ts'
import { Refusal } from './provider-error.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { ThirdParty } from './third-party.ts'
import { refused, verifyIdToken } from './verify-id-token.ts'

const endpointsOfLine = {
  authorize: 'https://access.line.me/oauth2/v2.1/authorize',
  token: 'https://api.line.me/oauth2/v2.1/token',
  keys: 'https://api.line.me/oauth2/v2.1/certs',
  verify: 'https://api.line.me/oauth2/v2.1/verify',
  profile: 'https://api.line.me/v2/profile',
}
const ISSUER = 'https://access.line.me'

/** OpenID Connect, except that web channels sign the ID token with the channel's secret. */
export function createLine({
  clientId,
  clientSecret,
  appClientIds,
  fetch,
  clock,
  endpoints = endpointsOfLine,
}: {
  clientId: string
  clientSecret: string
  /** Channels of native apps. */
  appClientIds: readonly string[]
  fetch: ProviderFetch
  clock: Clock
  endpoints?: typeof endpointsOfLine
}): ThirdParty {
  const audiences = [clientId, ...appClientIds]
  // Native apps get theirs signed by a key of LINE and not by the channel's secret.
  const keys = createRemoteJWKSet(new URL(endpoints.keys), {
    [customFetch]: fetch satisfies (url: string, init: object) => Promise<Response>,
  })
  return {
    async authorizationUrl({ redirectUri, state, nonce, codeChallenge, signInAnew }) {
      const url = new URL(endpoints.authorize)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // It has no prompt for it, and says by `auth_time` when the person signed in.
        ...(signInAnew && { max_age: '1' }),
      }).toString()
      return url
    },
    async identify({ code, redirectUri, nonce, codeVerifier }) {
      const answer = await postForm(fetch, endpoints.token, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
        code_verifier: codeVerifier,
      })
      const { payload } = await jwtVerify(
        requireText(answer.id_token, 'id_token'),
        Buffer.from(clientSecret),
        {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: clientId,
          requiredClaims: ['sub', 'exp', 'nonce'],
          currentDate: new Date(clock.now()),
          clockTolerance: 30,
        },
      )
      if (!isSame(String(payload.nonce), nonce)) throw new Refusal('wrong_nonce', 200)
      return {
        userId: requireText(payload.sub, 'sub'),
        name: textOf(payload.name),
        picture: textOf(payload.picture),
        ...(typeof payload.auth_time === 'number' && { authenticatedAt: payload.auth_time * 1000 }),
      }
    },
    async identifyByIdToken(given) {
      const claims = await verifyIdToken(given, { keys, issuer: ISSUER, audiences, clock })
      return { userId: claims.sub, name: textOf(claims.name), picture: textOf(claims.picture) }
    },
    async identifyByAccessToken(token) {
      const url = new URL(endpoints.verify)
      url.searchParams.set('access_token', token)
      const { client_id, expires_in } = await fetchJson(fetch, url).catch((error: unknown) => {
        throw error instanceof Refusal && error.status === 400 ? refused() : error
      })
      if (!audiences.includes(String(client_id)) || !(Number(expires_in) > 0)) throw refused()
      const headers = { authorization: `Bearer ${token}` }
      const profile = await fetchJson(fetch, endpoints.profile, { headers })
      return {
        userId: requireText(profile.userId, 'userId'),
        name: textOf(profile.displayName),
        picture: textOf(profile.pictureUrl),
      }
    },
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
