import { fetchJson, type Json, postForm, requireText, textOf } from './fetch-json.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { ThirdParty } from './third-party.ts'

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
      return {
        // The login name can be given up and taken by somebody else; the number stays.
        userId: requireText(user.id, 'id'),
        name: textOf(user.name) ?? textOf(user.login),
        picture: textOf(user.avatar_url),
      }
    },
  }
}
