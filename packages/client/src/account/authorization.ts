import type { AnswerOf, BodySent, QuerySent } from '@awan/protocol'
import type { authorizeApp, detectAuthorization, getAuthorizeInfo } from '@awan/protocol/account'
import { toFields } from '../fields.ts'
import type { AccountContext } from './account-context.ts'

/** Access of other apps. `client_id` is theirs in all of these calls. */
export interface Authorization {
  /**
   * Grants another app access for the signed-in user.
   *
   * @example const { code } = await client.authorization.grant({ client_id, redirect_uri, state, scope, code_challenge, code_challenge_method: 'S256' })
   */
  grant(payload: BodySent<typeof authorizeApp>): Promise<AnswerOf<typeof authorizeApp>>
  /**
   * Which app asks for which access: the contents of a consent screen.
   *
   * @example const { client: app, scopes } = await client.authorization.info({ client_id, redirect_uri, scope })
   */
  info(query: QuerySent<typeof getAuthorizeInfo>): Promise<AnswerOf<typeof getAuthorizeInfo>>
  /**
   * Whether the app already has consent. If the user must be asked, the error says what for:
   * `login_required`, `consent_required`, `interaction_required`, `account_selection_required`.
   *
   * @example await client.authorization.detect({ client_id, redirect_uri, scope })
   */
  detect(
    query: QuerySent<typeof detectAuthorization>,
  ): Promise<AnswerOf<typeof detectAuthorization>>
}

export function createAuthorization({ request }: AccountContext): Authorization {
  return {
    grant: (payload) =>
      request<typeof authorizeApp>('POST', '/v1/user/authorize', {
        auth: true,
        body: toFields(payload),
      }),
    info: (query) =>
      request<typeof getAuthorizeInfo>('GET', '/v1/user/authorize/info', {
        auth: true,
        query: toFields(query),
      }),
    detect: (query) =>
      request<typeof detectAuthorization>('GET', '/v1/user/authorize/detect', {
        auth: 'optional',
        query: toFields(query),
      }),
  }
}
