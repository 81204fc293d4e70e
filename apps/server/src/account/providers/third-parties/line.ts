import { timingSafeEqual } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Clock } from '../../../kernel/clock.ts'
import { postForm, requireText, textOf } from './fetch-json.ts'
import { Refusal } from './provider-error.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { ThirdParty } from './third-party.ts'

const endpointsOfLine = {
  authorize: 'https://access.line.me/oauth2/v2.1/authorize',
  token: 'https://api.line.me/oauth2/v2.1/token',
}
const ISSUER = 'https://access.line.me'

/** OpenID Connect, except that web channels sign the ID token with the channel's secret. */
export function createLine({
  clientId,
  clientSecret,
  fetch,
  clock,
  endpoints = endpointsOfLine,
}: {
  clientId: string
  clientSecret: string
  fetch: ProviderFetch
  clock: Clock
  endpoints?: typeof endpointsOfLine
}): ThirdParty {
  return {
    async authorizationUrl({ redirectUri, state, nonce, codeChallenge }) {
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
      }
    },
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
