import { fetchJson, requireText, textOf } from './fetch-json.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { ThirdParty } from './third-party.ts'

const endpointsOfWechat = {
  authorize: 'https://open.weixin.qq.com/connect/qrconnect',
  token: 'https://api.weixin.qq.com/sns/oauth2/access_token',
  user: 'https://api.weixin.qq.com/sns/userinfo',
}

/**
 * Scanned with the app from a web page. WeChat knows neither PKCE nor form bodies: it wants the
 * secret in the query, so that nothing here may ever log an address.
 */
export function createWechat({
  clientId,
  clientSecret,
  fetch,
  endpoints = endpointsOfWechat,
}: {
  clientId: string
  clientSecret: string
  fetch: ProviderFetch
  endpoints?: typeof endpointsOfWechat
}): ThirdParty {
  return {
    async authorizationUrl({ redirectUri, state }) {
      const url = new URL(endpoints.authorize)
      url.search = new URLSearchParams({
        appid: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
      }).toString()
      url.hash = 'wechat_redirect'
      return url
    },
    async identify({ code }) {
      const answer = await fetchJson(
        fetch,
        withQuery(endpoints.token, {
          appid: clientId,
          secret: clientSecret,
          code,
          grant_type: 'authorization_code',
        }),
      )
      const openid = requireText(answer.openid, 'openid')
      const access_token = requireText(answer.access_token, 'access_token')
      const user = await fetchJson(fetch, withQuery(endpoints.user, { access_token, openid }))
      return {
        // The same person in all apps of one owner, where the owner has joined them.
        userId: textOf(user.unionid) ?? textOf(answer.unionid) ?? openid,
        name: textOf(user.nickname),
        picture: textOf(user.headimgurl)?.replace(/^http:/, 'https:'),
      }
    },
  }
}

function withQuery(address: string, query: Record<string, string>): URL {
  const url = new URL(address)
  url.search = new URLSearchParams(query).toString()
  return url
}
