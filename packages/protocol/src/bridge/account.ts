import type { authorizeApp } from '../account/index.ts'
import type { AnswerOf, BodySent } from '../endpoint.ts'
import type { AccountMethod } from './names.ts'

/** BRG-4: what a page needs to start its client as this shell's. */
export interface ConfigInfo {
  client_id: string
  /** Where the API is. */
  origins?: string[]
  locale?: string
}

/** BRG-5. */
export interface SubAnswer {
  sub: string
}

/** BRG-6. */
export interface AccessTokenParams {
  /** The server has refused the last one: a new one is needed even if that looks good. */
  renew?: boolean
}
export interface ShellAccessToken {
  token_type: string
  access_token: string
  sub: string
  /** Seconds. */
  expires_in?: number
}

/** BRG-7. */
export interface IsAnonymousAnswer {
  is_anonymous: boolean
}

/** BRG-8. */
export interface LoginWindowParams {
  /** What the person has typed already. */
  username?: string
  provider_id?: string
}

/** BRG-9: the credentials of a person who has signed in on the page. */
export interface LoginInfo {
  token_type: string
  access_token: string
  refresh_token?: string
  /** Seconds. */
  expires_in?: number
  /** RFC 3339. */
  expires_at?: string
  sub: string
}

/** BRG-10: an address that the shell opens, unseen, when the person signs out. */
export interface SignOutUriInfo {
  client_id: string
  sign_out_uri: string
}

/** BRG-11: another app asks for access, and the shell's session grants it. */
/** A shell asks its own person itself, and sends no browser anywhere. */
export type UserAuthorizeParams = Omit<BodySent<typeof authorizeApp>, 'max_age' | 'approve'>
export type UserAuthorizeAnswer = Omit<AnswerOf<typeof authorizeApp>, 'iss' | 'redirect_to'>

/** BRG-4 to BRG-11: what every call of the account module is given, and what it answers. */
export interface AccountModule extends Record<AccountMethod, { params: unknown; answer: unknown }> {
  getConfigInfo: { params: undefined; answer: ConfigInfo }
  getSub: { params: undefined; answer: SubAnswer }
  getAccessToken: { params: AccessTokenParams; answer: ShellAccessToken }
  isAnonymous: { params: undefined; answer: IsAnonymousAnswer }
  showLoginWindow: { params: LoginWindowParams; answer: null }
  /** `null` when nobody is signed in any more. */
  setLoginInfo: { params: LoginInfo | null; answer: null }
  setOAuthSignOutURIInfo: { params: SignOutUriInfo; answer: null }
  userAuthorize: { params: UserAuthorizeParams; answer: UserAuthorizeAnswer }
}
