import { fetchJson, type Json, postForm, requireText, textOf } from './fetch-json.ts'
import { Refusal } from './provider-error.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { ProviderProfile, ThirdParty } from './third-party.ts'
import { refused } from './verify-id-token.ts'

/** OAuth without OpenID: who it is, is asked at the API with the token. */
export function createGithub({
  clientId,
  clientSecret,
  fetch,
  server = 'https://github.com',
}: {
  clientId: string
  clientSecret: string
  fetch: ProviderFetch
  server?: string
}): ThirdParty {
  // A server of one's own has its API under its own address.
  const api = server === 'https://github.com' ? 'https://api.github.com' : `${server}/api/v3`
  const toProfile = (user: Json): ProviderProfile => ({
    // The login name can be given up and taken by somebody else; the number stays.
    userId: requireText(user.id, 'id'),
    name: textOf(user.name) ?? textOf(user.login),
    picture: textOf(user.avatar_url),
  })

  return {
    async authorizationUrl({ redirectUri, state, codeChallenge }) {
      const url = new URL(`${server}/login/oauth/authorize`)
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'read:user',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }).toString()
      return url
    },
    async identify({ code, redirectUri, codeVerifier }) {
      const { access_token } = await postForm(fetch, `${server}/login/oauth/access_token`, {
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      })
      const headers = { authorization: `Bearer ${requireText(access_token, 'access_token')}` }
      const user: Json = await fetchJson(fetch, `${api}/user`, { headers })
      return toProfile(user)
    },
    async identifyByAccessToken(access_token) {
      // Known to this address are the tokens of our own app alone.
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      const address = `${api}/applications/${encodeURIComponent(clientId)}/token`
      const answer = await fetchJson(fetch, address, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
        body: JSON.stringify({ access_token }),
      }).catch((error: unknown) => {
        const isUnknown = error instanceof Refusal && [404, 422].includes(error.status)
        throw isUnknown ? refused() : error
      })
      return toProfile((answer.user ?? {}) as Json)
    },
  }
}
