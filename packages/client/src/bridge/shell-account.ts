import type {
  ACCOUNT_MODULE,
  AccessTokenParams,
  AccountMethod,
  AccountModule,
  ConfigInfo,
  IsAnonymousAnswer,
  LoginInfo,
  LoginWindowParams,
  ShellAccessToken,
  SignOutUriInfo,
  SubAnswer,
  UserAuthorizeAnswer,
  UserAuthorizeParams,
} from '@awan/protocol/bridge'
import { wrongParam } from '../wrong-param.ts'
import type { Bridge } from './bridge.ts'
import { readFields } from './read-fields.ts'
import { formatError } from './read-response.ts'

/** The session of the shell. Where nobody is signed in, it answers `unauthenticated`. */
export interface ShellAccount {
  /**
   * With what to start a client on this page.
   *
   * @example const { client_id, origins } = await account.getConfigInfo()
   */
  getConfigInfo(): Promise<ConfigInfo>
  /**
   * Who is signed in.
   *
   * @example const sub = await account.getSub()
   */
  getSub(): Promise<string>
  /**
   * A good access token; with `renew` another one than the last, which the server has refused.
   *
   * @example const { access_token } = await account.getAccessToken({ renew: true })
   */
  getAccessToken(params?: AccessTokenParams): Promise<ShellAccessToken>
  /**
   * Whether that person has no account of their own yet.
   *
   * @example if (await account.isAnonymous()) offerSignUp()
   */
  isAnonymous(): Promise<boolean>
  /**
   * Shows the shell's sign-in window, and resolves once it is there; `closed` tells of its end.
   *
   * @example
   * await bridge.once('closed', () => askForSession())
   * await account.showLoginWindow()
   */
  showLoginWindow(params?: LoginWindowParams): Promise<void>
  /**
   * Tells the shell who has signed in on the page, or with `null` that they have signed out.
   *
   * @example await account.setLoginInfo({ token_type, access_token, refresh_token, expires_in, sub })
   */
  setLoginInfo(info: LoginInfo | null): Promise<void>
  /**
   * Names an address that the shell is to open, unseen, when the person signs out.
   *
   * @example await account.setOAuthSignOutURIInfo({ client_id, sign_out_uri })
   */
  setOAuthSignOutURIInfo(info: SignOutUriInfo): Promise<void>
  /**
   * Grants another app access in the name of the person who is signed in to the shell.
   *
   * @example const { code } = await account.userAuthorize({ client_id, redirect_uri, scope: 'profile' })
   */
  userAuthorize(params: UserAuthorizeParams): Promise<UserAuthorizeAnswer>
}

/**
 * The account module of the shell.
 *
 * @example
 * const account = createShellAccount(bridge)
 * const sub = await account.getSub()
 */
export function createShellAccount(bridge: Pick<Bridge, 'call'>): ShellAccount {
  const call = <Method extends AccountMethod>(
    method: Method,
    params?: AccountModule[Method]['params'],
  ) => bridge.call(accountModule, method, params)
  return {
    async getConfigInfo() {
      return readFields<ConfigInfo>(
        await call('getConfigInfo'),
        { client_id: 'string', origins: 'strings?', locale: 'string?' },
        formatError,
      )
    },
    async getSub() {
      return readFields<SubAnswer>(await call('getSub'), { sub: 'string' }, formatError).sub
    },
    async getAccessToken(params = {}) {
      const sent = readFields<AccessTokenParams>(params, { renew: 'boolean?' }, wrongParam)
      return readFields<ShellAccessToken>(
        await call('getAccessToken', sent),
        { token_type: 'string', access_token: 'string', sub: 'string', expires_in: 'number?' },
        formatError,
      )
    },
    async isAnonymous() {
      const answer = await call('isAnonymous')
      return readFields<IsAnonymousAnswer>(answer, { is_anonymous: 'boolean' }, formatError)
        .is_anonymous
    },
    async showLoginWindow(params = {}) {
      const shape = { username: 'string?', provider_id: 'string?' } as const
      await call('showLoginWindow', readFields<LoginWindowParams>(params, shape, wrongParam))
    },
    async setLoginInfo(info) {
      const shape = {
        token_type: 'string',
        access_token: 'string',
        refresh_token: 'string?',
        expires_in: 'number?',
        expires_at: 'string?',
        sub: 'string',
      } as const
      const sent = info === null ? null : readFields<LoginInfo>(info, shape, wrongParam)
      await call('setLoginInfo', sent)
    },
    async setOAuthSignOutURIInfo(info) {
      const shape = { client_id: 'string', sign_out_uri: 'string' } as const
      await call('setOAuthSignOutURIInfo', readFields<SignOutUriInfo>(info, shape, wrongParam))
    },
    async userAuthorize(params) {
      const sent = readFields<UserAuthorizeParams>(
        params,
        {
          client_id: 'string',
          response_type: 'string?',
          redirect_uri: 'string',
          state: 'string?',
          scope: 'string?',
          nonce: 'string?',
          code_challenge: 'string?',
          code_challenge_method: 'string?',
          sign_out_uri: 'string?',
        },
        wrongParam,
      )
      const granted = readFields<UserAuthorizeAnswer>(
        await call('userAuthorize', sent),
        {
          code: 'string?',
          access_token: 'string?',
          id_token: 'string?',
          token_type: 'string?',
          scope: 'string?',
          expires_in: 'number?',
          state: 'string?',
        },
        formatError,
      )
      // Every response type grants at least one of these.
      if (!granted.code && !granted.access_token && !granted.id_token) throw formatError()
      return granted
    },
  }
}

const accountModule: typeof ACCOUNT_MODULE = 'account'
