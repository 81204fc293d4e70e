import type { ProviderConfig } from '../../../config/providers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { createAppleSecret } from './apple-secret.ts'
import { createFacebook } from './facebook.ts'
import { requireText } from './fetch-json.ts'
import { createGithub } from './github.ts'
import { createGoogleAccessToken } from './google-access-token.ts'
import { createLine } from './line.ts'
import { createOpenId, type OpenIdOptions } from './openid.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { ThirdParty } from './third-party.ts'
import { createWechat } from './wechat.ts'

export interface ThirdPartyParts {
  env: 'development' | 'production'
  fetch: ProviderFetch
  clock: Clock
}

/** What is special about each; the rest is OpenID Connect. */
export function createThirdParty(config: ProviderConfig, parts: ThirdPartyParts): ThirdParty {
  const { clientId, issuer, appClientIds = [] } = config
  const clientSecret = config.clientSecret?.reveal()
  const plain = { ...parts, clientId, clientSecret: clientSecret ?? '' }
  const standard = (special: Partial<OpenIdOptions> & { issuer: string }): ThirdParty =>
    createOpenId({
      ...parts,
      clientId,
      clientSecret,
      appClientIds,
      scope: 'openid profile email',
      pkce: true,
      promptAnew: 'login',
      ...special,
    })

  switch (config.preset) {
    case 'google':
      return {
        // Its prompts are its own.
        ...standard({ issuer: 'https://accounts.google.com', promptAnew: 'select_account' }),
        identifyByAccessToken: createGoogleAccessToken({
          ...parts,
          audiences: [clientId, ...appClientIds],
        }),
      }
    case 'gitlab':
      return standard({ issuer: issuer ?? 'https://gitlab.com' })
    case 'microsoft':
      return standard({
        issuer: issuer ?? 'https://login.microsoftonline.com/common/v2.0',
        // Each tenant is an issuer of its own, and gives its own subs.
        userIdOf: ({ tid, sub }) => `${requireText(tid, 'tid')}.${sub}`,
      })
    case 'kakao':
      // Asking for what the app has not switched on is refused; unasked, it gives what it may.
      return standard({ issuer: 'https://kauth.kakao.com', scope: undefined })
    case 'apple': {
      const appleId = issuer ?? 'https://appleid.apple.com'
      return standard({
        issuer: appleId,
        // With any scope Apple answers by a form post, which no page can read.
        scope: undefined,
        pkce: false,
        // It asks each time, and says by `auth_time` when.
        promptAnew: undefined,
        clientSecret: createAppleSecret({
          clientId,
          teamId: config.teamId ?? '',
          keyId: config.keyId ?? '',
          privateKey: clientSecret ?? '',
          audience: appleId,
          clock: parts.clock,
        }),
      })
    }
    case 'oidc':
      return standard({ issuer: issuer ?? '' })
    case 'github':
      return createGithub({ ...plain, ...(issuer === undefined ? {} : { server: issuer }) })
    case 'line':
      return createLine({ ...plain, appClientIds })
    case 'facebook':
      return createFacebook(plain)
    case 'wechat':
      return createWechat(plain)
  }
}
