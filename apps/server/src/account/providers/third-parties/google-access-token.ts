import { postForm, requireText, textOf } from './fetch-json.ts'
import { Refusal } from './provider-error.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { ProviderProfile } from './third-party.ts'
import { refused } from './verify-id-token.ts'

const TOKEN_INFO = 'https://oauth2.googleapis.com/tokeninfo'

/** Google says for which app an access token was made, and about whom. */
export function createGoogleAccessToken({
  audiences,
  fetch,
  endpoint = TOKEN_INFO,
}: {
  audiences: readonly string[]
  fetch: ProviderFetch
  endpoint?: string
}): (accessToken: string) => Promise<ProviderProfile> {
  return async (access_token) => {
    const info = await postForm(fetch, endpoint, { access_token }).catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 400 ? refused() : error
    })
    if (!audiences.includes(String(info.aud))) throw refused()
    return {
      userId: requireText(info.sub, 'sub'),
      email: String(info.email_verified) === 'true' ? textOf(info.email) : undefined,
    }
  }
}
