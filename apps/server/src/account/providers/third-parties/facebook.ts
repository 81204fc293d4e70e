import { createHmac } from 'node:crypto'
import { fetchJson, type Json, postForm, requireText, textOf } from './fetch-json.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { ProviderProfile, ThirdParty } from './third-party.ts'
import { refused } from './verify-id-token.ts'

const endpointsOfFacebook = {
  authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
  token: 'https://graph.facebook.com/v23.0/oauth/access_token',
  me: 'https://graph.facebook.com/v23.0/me',
  debug: 'https://graph.facebook.com/v23.0/debug_token',
}

export function createFacebook({
  clientId,
  clientSecret,
  fetch,
  endpoints = endpointsOfFacebook,
}: {
  clientId: string
  clientSecret: string
  fetch: ProviderFetch
  endpoints?: typeof endpointsOfFacebook
}): ThirdParty {
  async function readMe(token: string): Promise<ProviderProfile> {
    const url = new URL(endpoints.me)
    url.searchParams.set('fields', 'id,name,email,picture.type(large)')
    // Proves that the token is used by the app that it was made for.
    url.searchParams.set(
      'appsecret_proof',
      createHmac('sha256', clientSecret).update(token).digest('hex'),
    )
    const me: Json = await fetchJson(fetch, url, {
      headers: { authorization: `Bearer ${token}` },
    })
    const picture = (me.picture as { data?: { url?: unknown } } | undefined)?.data?.url
    return {
      userId: requireText(me.id, 'id'),
      name: textOf(me.name),
      picture: textOf(picture),
      email: textOf(me.email),
    }
  }

  return {
    async authorizationUrl({ redirectUri, state, codeChallenge, signInAnew }) {
      const url = new URL(endpoints.authorize)
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'public_profile,email',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        ...(signInAnew && { auth_type: 'reauthenticate' }),
      }).toString()
      return url
    },
    async identify({ code, redirectUri, codeVerifier }) {
      const answer = await postForm(fetch, endpoints.token, {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code,
        code_verifier: codeVerifier,
      })
      const token = requireText(answer.access_token, 'access_token')
      return readMe(token)
    },
    async identifyByAccessToken(token) {
      const url = new URL(endpoints.debug)
      url.searchParams.set('input_token', token)
      const { data } = await fetchJson(fetch, url, {
        headers: { authorization: `Bearer ${clientId}|${clientSecret}` },
      })
      const { app_id, is_valid, user_id } = (data ?? {}) as Json
      if (String(app_id) !== clientId || is_valid !== true) throw refused()
      const profile = await readMe(token)
      if (profile.userId !== String(user_id)) throw refused()
      return profile
    },
  }
}
