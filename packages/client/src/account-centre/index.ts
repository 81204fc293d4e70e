import type { AnswerOf, BodySent } from '@awan/protocol'
import type { createSignInToken, getSecurityHistory, inspectDevice } from '@awan/protocol/account'
import { guardFlows } from '../account/guard.ts'
import { toFields } from '../fields.ts'
import { type AppPasswords, createAppPasswords } from './app-passwords.ts'
import { type AuthorizedApps, createAuthorizedApps } from './authorized-apps.ts'
import type { CentreHost } from './centre-host.ts'
import { createExports, type Exports } from './exports.ts'
import { createOwnProfile, type OwnProfile } from './own-profile.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSudoProofs, type SudoProofs } from './sudo-proofs.ts'
import { createTrustedDevices, type TrustedDevices } from './trusted-devices.ts'
import { createTwoFactor, type TwoFactor } from './two-factor.ts'

export type {
  AccountExport,
  AppPassword,
  Passkey,
  Session as DeviceSession,
} from '@awan/protocol/account'
export type { AppPasswords } from './app-passwords.ts'
export type { AuthorizedApps } from './authorized-apps.ts'
export type { CentreHost } from './centre-host.ts'
export type { Exports } from './exports.ts'
export type { OwnProfile } from './own-profile.ts'
export type { Passkeys } from './passkeys.ts'
export type { Sessions } from './sessions.ts'
export type { SudoProofs } from './sudo-proofs.ts'
export type { TrustedDevices } from './trusted-devices.ts'
export type { TwoFactor } from './two-factor.ts'

export interface HistoryQuery {
  /** 1 to 100; 50 by default. */
  page_size?: number | undefined
  page_token?: string | undefined
}

/** What a person sees and decides about their own account, beside what `client.user` does. */
export interface AccountCentre {
  readonly sessions: Sessions
  readonly trustedDevices: TrustedDevices
  readonly twoFactor: TwoFactor
  readonly passkeys: Passkeys
  readonly appPasswords: AppPasswords
  readonly authorizedApps: AuthorizedApps
  readonly exports: Exports
  readonly profile: OwnProfile
  readonly sudoProofs: SudoProofs
  /**
   * The events of the account, newest first; a page without `next_page_token` is the last one.
   *
   * @example const { data, next_page_token } = await centre.history({ page_size: 20 })
   */
  history(query?: HistoryQuery): Promise<AnswerOf<typeof getSecurityHistory>>
  /**
   * Which device waits with a code, and for which access: show it before `client.device.authorize`.
   *
   * @example const { client: app, requested_from } = await centre.inspectDevice({ user_code })
   */
  inspectDevice(payload: BodySent<typeof inspectDevice>): Promise<AnswerOf<typeof inspectDevice>>
  /**
   * A token with which another of our own apps signs the same user in; it works once and for a minute.
   *
   * @example const { signin_token } = await centre.createSignInToken({ for_client_id: 'awan-web' })
   */
  createSignInToken(
    payload?: BodySent<typeof createSignInToken>,
  ): Promise<AnswerOf<typeof createSignInToken>>
}

/**
 * The account of the signed-in user.
 *
 * @example
 * const centre = createAccountCentre(client)
 * const { data } = await centre.sessions.list()
 */
export function createAccountCentre(client: CentreHost): AccountCentre {
  const { request } = client
  return guardFlows({
    sessions: createSessions(client),
    trustedDevices: createTrustedDevices(client),
    twoFactor: createTwoFactor(client),
    passkeys: createPasskeys(client),
    appPasswords: createAppPasswords(client),
    authorizedApps: createAuthorizedApps(client),
    exports: createExports(client),
    profile: createOwnProfile(client),
    sudoProofs: createSudoProofs(client),
    history: (query = {}) =>
      request<typeof getSecurityHistory>('GET', '/v1/user/security/history', {
        auth: true,
        query: toFields(query),
      }),
    inspectDevice: (payload) =>
      request<typeof inspectDevice>('POST', '/v1/user/device/info', {
        auth: true,
        body: toFields(payload),
      }),
    createSignInToken: (payload = {}) =>
      request<typeof createSignInToken>('POST', '/v1/user/signin_token', {
        auth: true,
        body: toFields(payload),
      }),
  } satisfies AccountCentre)
}
