import type { AnswerOf, BodySent, QuerySent } from '@awan/protocol'
import type {
  bindProvider,
  Credentials,
  getProviderUri,
  grantProviderToken,
  listProviders,
  patchProviderToken,
  transferByProvider,
  transferProvider,
  unbindProvider,
} from '@awan/protocol/account'
import { toFields } from '../fields.ts'
import type { AccountContext } from './account-context.ts'
import type { Payload } from './payload.ts'
import type { SudoToken } from './sudo-token.ts'
import { withSudo } from './with-sudo.ts'

type UriQuery = QuerySent<typeof getProviderUri>
export type ProviderUriQuery = Omit<UriQuery, 'client_id' | `other_params[${string}]`> & {
  other_params?:
    | {
        code_challenge?: string | undefined
        code_challenge_method?: string | undefined
        sign_out_uri?: string | undefined
      }
    | undefined
}
export type ProviderToken = AnswerOf<typeof grantProviderToken>

/** The specification’s calls carry none; servers that want one say `permission_denied`. */
type MaybeSudo = Partial<SudoToken>

/** Signing in with accounts of third parties, and binding them to one of ours. */
export interface Providers {
  /**
   * The address to which to send a user who signs in with a third party.
   *
   * @example location.href = (await client.providers.uri({ provider_id: 'google', redirect_uri, state })).uri
   */
  uri(query: ProviderUriQuery): Promise<AnswerOf<typeof getProviderUri>>
  /**
   * Exchanges the answer of the third party for a provider token, for sign-in, sign-up and `bind`.
   *
   * @example const { provider_token } = await client.providers.grantToken({ provider_id: 'google', provider_code, provider_redirect_uri })
   */
  grantToken(payload: Payload<typeof grantProviderToken>): Promise<ProviderToken>
  /**
   * Adds a later answer of the third party to a provider token.
   *
   * @example await client.providers.patchToken({ provider_token, provider_params: { code } })
   */
  patchToken(payload: Payload<typeof patchProviderToken>): Promise<ProviderToken>
  /**
   * Binds a third-party account to the signed-in user. Awan requires a sudo token.
   *
   * @example await client.providers.bind({ provider_token, sudo_token })
   */
  bind(payload: BodySent<typeof bindProvider> & MaybeSudo): Promise<void>
  /**
   * The third parties, and which of them are bound.
   *
   * @example const bound = (await client.providers.list()).data.filter(({ bind }) => bind)
   */
  list(): Promise<AnswerOf<typeof listProviders>>
  /**
   * Unbinds a third-party account; refused for the last way to sign in.
   *
   * @example await client.providers.unbind('google', { sudo_token })
   */
  unbind(provider_id: string, payload?: MaybeSudo): Promise<void>
  /**
   * Takes over a third-party account that is bound to another account.
   *
   * @example await client.providers.transfer('google', { trans_token, sudo_token })
   */
  transfer(
    provider_id: string,
    payload: { trans_token: string } & MaybeSudo,
  ): Promise<AnswerOf<typeof transferProvider>>
  /**
   * Signs in as the user to whom the third-party account is bound.
   *
   * @example await client.providers.transferByProvider({ provider_token })
   */
  transferByProvider(payload: Payload<typeof transferByProvider>): Promise<Credentials>
}

export function createProviders({
  request,
  clientId: client_id,
  accept,
}: AccountContext): Providers {
  return {
    uri(query) {
      const { other_params, ...rest } = toFields(query, { client_id })
      return request<typeof getProviderUri>('GET', '/v1/auth/provider/uri', {
        // One by one: a code verifier beside them is a secret, and must not reach the address.
        query: {
          ...rest,
          'other_params[code_challenge]': other_params?.code_challenge,
          'other_params[code_challenge_method]': other_params?.code_challenge_method,
          'other_params[sign_out_uri]': other_params?.sign_out_uri,
        },
      })
    },
    grantToken: (payload) =>
      request<typeof grantProviderToken>('POST', '/v1/auth/provider/token', {
        body: toFields(payload, { client_id }),
      }),
    patchToken: (payload) =>
      request<typeof patchProviderToken>('PATCH', '/v1/auth/provider/token', {
        body: toFields(payload, { client_id }),
      }),
    async bind({ sudo_token, ...payload }) {
      await request<typeof bindProvider>('POST', '/v1/user/provider/bind', {
        ...sudoIfGiven(sudo_token),
        body: toFields(payload),
      })
    },
    list: () => request<typeof listProviders>('GET', '/v1/user/provider', { auth: true }),
    async unbind(provider_id, { sudo_token } = {}) {
      await request<typeof unbindProvider>('DELETE', '/v1/user/provider/{provider_id}', {
        ...sudoIfGiven(sudo_token),
        captcha: { meta: {} },
        params: { provider_id },
      })
    },
    transfer: (provider_id, { trans_token, sudo_token }) =>
      request<typeof transferProvider>('POST', '/v1/user/provider/{provider_id}/trans', {
        ...sudoIfGiven(sudo_token),
        params: { provider_id },
        body: { provider_trans_token: trans_token },
      }),
    transferByProvider: async (payload) =>
      accept(
        await request<typeof transferByProvider>('PATCH', '/v1/user/trans/by/provider', {
          auth: true,
          body: toFields(payload, { client_id }),
        }),
      ),
  }
}

function sudoIfGiven(sudoToken: string | undefined) {
  return sudoToken === undefined ? ({ auth: true } as const) : withSudo(sudoToken)
}
